/**
 * `ours` is the client of this repository, `sdk` the raw client of the official SDK, `bare` a loop that does nothing but
 * JSON-RPC, `parse` the decoding and parsing of the same bytes without a pipe.
 */
export type ContenderName = 'ours' | 'sdk' | 'ai-sdk' | 'langchain' | 'bare' | 'parse'

export type Unit = 'ms' | 'µs' | 'MB' | 'KB' | 'packages' | 'calls' | 'modules' | '× payload'

/** What one contender did: samples in the order of the rounds, or why there are none. */
export type Result =
  | { readonly kind: 'samples'; readonly samples: readonly number[] }
  | { readonly kind: 'refused'; readonly reason: string }

export type Series = Readonly<Partial<Record<ContenderName, Result>>>

/** What a measurement should come to at most: so many times what another takes, or an absolute value in its unit. */
export type Goal =
  | { readonly against: ContenderName; readonly most: number }
  | { readonly against: 'nothing'; readonly most: number }

export type Language = 'en' | 'zh'

/** A sentence in each language that the page is written in. */
export type Note = Readonly<Record<Language, string>>

/** One row of the report. */
export interface Finding {
  readonly id: string
  readonly title: string
  readonly unit: Unit
  readonly series: Series
  readonly goals: readonly Goal[]
  /** What a reader has to know to read the numbers. */
  readonly notes: readonly Note[]
  /** Where our own time went in a profiled repetition: function, file, share. Empty when it was not profiled. */
  readonly hot: readonly string[]
}
