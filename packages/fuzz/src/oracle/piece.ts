/** One thing that a model should read, in the order of the result. What is between two texts is a newline. */
export type Piece =
  /** This text and nothing else. A blank one may be left out. */
  | { readonly kind: 'text'; readonly text: string }
  /** The JSON of structured content. */
  | { readonly kind: 'structured'; readonly text: string }
  /** A line of label that names the URI, then the text. */
  | { readonly kind: 'labelled'; readonly uri: string | undefined; readonly text: string }
  /** Where something else is. What is long may be cut, with an ellipsis. */
  | {
      readonly kind: 'link'
      readonly uri: string
      readonly name: string | undefined
      readonly description: string | undefined
    }
  /**
   * One bracketed line that stands for a block. It mentions these texts, and no payload. It says that programs still have
   * the raw data, unless the call `failed` and they have nothing.
   */
  | { readonly kind: 'missing'; readonly mentions: readonly string[]; readonly failed?: boolean }
  /** A bracketed line about the whole result. */
  | { readonly kind: 'notice'; readonly mentions: readonly string[] }
  /** One line in the words of the adapter. */
  | { readonly kind: 'sentence'; readonly mentions: readonly string[] }
  | { readonly kind: 'image'; readonly mediaType: string; readonly data: string }

/** A word of a server that a diagnostic has to repeat. One with anything odd in it may be cleaned or cut. */
export function mention(word: unknown): string[] {
  return typeof word === 'string' && /^[\w:/.+-]{1,100}$/.test(word) ? [word] : []
}
