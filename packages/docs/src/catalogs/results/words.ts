/** What the page says around its examples, in one language. */
export interface Words {
  readonly introduction: string
  readonly ending: string
  /** The headings of the sections, where they are not those of the examples. */
  readonly sections: Readonly<Record<string, string>>
  readonly result: string
  readonly modelReads: string
  readonly inRegistry: string
  readonly programsGet: string
  readonly noValue: string
  readonly contentAsSent: string
  readonly bothAsSent: string
  readonly and: string
  with(options: string): string
  failure(code: string): string
}
