import type { ContenderName } from '../finding.js'
import type { Era, Target } from '../servers/targets.js'

/** A client with one server, its tools at hand. */
export interface Session {
  /** When the tools were at hand, on the clock that all processes of a machine share, in ns. */
  readonly readyAt: bigint
  readonly tools: number
  /** Calls a tool by the server's own name. Resolves to whatever the user of this client gets. */
  call(tool: string, signal: AbortSignal): Promise<unknown>
  /** Asks for the whole list again and resolves to its length. */
  list(): Promise<number>
  close(): Promise<void>
}

export interface Contender {
  readonly name: ContenderName
  /** Which eras it can speak. */
  readonly eras: readonly Era[]
  /** Connects and gets the first list of tools. Rejects when either fails. */
  readonly open: (target: Target) => Promise<Session>
}

/** For each contender the buffer is as large as it has to be: its limit is not what is measured. */
export const BUFFER_BYTES = 134_217_728
export const CLIENT = { name: 'bench', version: '1.0.0' }

/** The longest text anywhere in a result: each client wraps it in something else. */
export function longestText(result: unknown): string {
  if (typeof result === 'string') return result
  if (typeof result !== 'object' || result === null) return ''
  let longest = ''
  for (const value of Object.values(result)) {
    const text = longestText(value)
    if (text.length > longest.length) longest = text
  }
  return longest
}
