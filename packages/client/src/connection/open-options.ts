import type { Authorization } from '../authorization/authorization.js'
import type { ResolvedConfig } from '../config/schema.js'
import type { Elicitor } from '../elicitation/elicitor.js'
import type { Redactor } from '../redaction.js'
import type { MakeTransport } from '../transport/transport.js'
import type { EraHint } from './sdk-client.js'

export interface OpenOptions {
  readonly config: ResolvedConfig
  readonly redact: Redactor
  /** Aborts the attempt; its reason is what the attempt fails with. Carries the deadline too. */
  readonly signal: AbortSignal
  readonly hint: EraHint
  /** Replaces the configured transport. */
  readonly transport?: MakeTransport | undefined
  /** Gives the requests of a remote transport their token. */
  readonly authorization?: Authorization | undefined
  /** Puts the questions of the server to a person. Without it the server is told that nobody can be asked. */
  readonly elicitor?: Elicitor | undefined
  /** Something that a person may want to know and that changes nothing. */
  readonly warn: (message: string) => void
}
