import type { McpState } from '@harness-mcp/client'

type Ending = McpState | 'rejected'

/**
 * What has to be seen of a trial. What is left out may be anything, and `a|b` is either. Besides, every host must live, stay responsive, write
 * nothing to standard output, close each server soon, end by itself and leave no process; what it
 * says must be short enough to read, and no secret may show anywhere.
 */
export interface Expected {
  /** The state when all steps are done, or `rejected` when there is no server to have one. */
  readonly state: Ending | `${Ending}|${Ending}`
  /** The code of the last error. An empty string for none. */
  readonly code?: string
  /** What the user or the model reads. */
  readonly says?: RegExp
  readonly era?: 'legacy' | 'modern'
  /** Raw names of the tools at the end, or how many there are. */
  readonly tools?: number | readonly string[]
  /** What became of each step: see `Step`. */
  readonly outcomes?: readonly string[]
  /** The diagnostics, in order, and no others. */
  readonly warnings?: readonly RegExp[]
  /** Every state from the first on. */
  readonly states?: readonly McpState[]
  /** How often the server's process was started. */
  readonly spawns?: number
  /** How often the server got a message of this method: exactly, or at most. */
  readonly asked?: Readonly<Record<string, number | { readonly atMost: number }>>
  /** What the harness sees of some tools, by raw name. */
  readonly definitions?: Readonly<Record<string, ExpectedTool>>
}

export interface ExpectedTool {
  readonly description?: RegExp
  readonly inputSchema?: unknown
  readonly hasOutputSchema?: boolean
}
