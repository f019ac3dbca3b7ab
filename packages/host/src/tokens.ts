/** What a model is told of one tool. */
export interface Declaration {
  readonly name: string
  readonly description: string
  readonly parameters: unknown
}

export const TOKEN_METHOD = 'UTF-8 bytes of the declaration as JSON / 4'

/**
 * A rough number of tokens that one declaration costs in every request. Tokenizers differ, and most take about four bytes
 * of English text or JSON as one token.
 */
export function estimateTokens({ name, description, parameters }: Declaration): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify({ name, description, parameters })) / 4)
}
