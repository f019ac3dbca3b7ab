/** How the host ends: 1 when the work of a command failed, 2 when it was asked for something that does not exist. */
export type FailureCode = 1 | 2

/** Something a person must read, in whole sentences. Its message is all that is printed. */
export class HostError extends Error {
  readonly exitCode: FailureCode

  constructor(exitCode: FailureCode, message: string) {
    super(message)
    this.name = 'HostError'
    this.exitCode = exitCode
  }
}

/** A wrong command, name, JSON or configuration. */
export function misuse(message: string): HostError {
  return new HostError(2, message)
}

/** Work that was asked for rightly and failed. */
export function failed(message: string): HostError {
  return new HostError(1, message)
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
