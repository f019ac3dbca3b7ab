import { requestFailure } from './connection/failure.js'
import type { McpClientError } from './errors.js'
import type { Status } from './lifecycle/status.js'
import type { Logbook } from './logbook.js'
import type { Redactor } from './redaction.js'

export interface ReportsParts {
  readonly server: string
  readonly status: Status
  readonly logbook: Logbook
  readonly redact: Redactor
}

/** Where what goes wrong with one server is told: in its snapshot, and in its log. */
export class Reports {
  readonly #parts: ReportsParts

  constructor(parts: ReportsParts) {
    this.#parts = parts
  }

  /** Something failed, and the server goes on without it. */
  readonly trouble = (error: McpClientError): void => {
    this.#parts.status.trouble(error)
    this.#parts.logbook.writeError(error)
  }

  /** The same of whatever was thrown. */
  readonly surprise = (error: unknown): void => this.trouble(this.readable(error))

  readonly warn = (message: string): void => {
    this.#parts.logbook.write('warning', message)
  }

  /** Whatever was thrown, as an error of this package. */
  readonly readable = (error: unknown): McpClientError => {
    const { server, redact } = this.#parts
    return requestFailure(error, { server, redact })
  }
}
