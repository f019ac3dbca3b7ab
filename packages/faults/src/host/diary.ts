import { McpError } from '@harness-mcp/client'

/** Of a result that may have many megabytes. */
const LONGEST_RESULT = 2_048

/** What a user was told, in order. */
export class Diary {
  readonly states: string[] = ['connecting']
  readonly warnings: string[] = []
  readonly #failures: string[] = []
  #read = ''

  /** Keeps the sentence of a failure and gives its code. */
  failed({ code, message }: Failure): string {
    this.#failures.push(message)
    return code
  }

  /** Keeps what the model read of a result. */
  read(text: string): void {
    this.#read = text.slice(0, LONGEST_RESULT)
  }

  /** The sentence that matters most: of the last failure, the last diagnostic, the last result. */
  sentence(): string {
    return this.#failures.at(-1) ?? this.warnings.at(-1) ?? this.#read
  }
}

export interface Failure {
  readonly code: string
  readonly message: string
}

/** Everything that is thrown has to be an `McpError`, whose code is one of a few. */
export function seeFailure(error: unknown): Failure {
  if (!(error instanceof McpError)) return { code: 'no McpError', message: String(error) }
  return { code: String(error.code), message: error.message }
}
