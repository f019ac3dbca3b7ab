/**
 * What outlives one server instance. The modern HTTP handler builds an instance per request, so anything that
 * a later request shall see lives here.
 */
export interface World {
  /** Names of the tools that `grow` added, in order. */
  grown: Set<string>
  /** Fates of the `slow` calls so far. */
  slow: { started: number; finished: number; cancelled: number }
  /** Whether there is an `order` tool, which asks a person. */
  asks: boolean
  /** Called after `grow` added a tool; set by a host that announces changes itself. */
  onGrow: () => void
}

export function createWorld({ asks = false }: { asks?: boolean } = {}): World {
  return { grown: new Set(), slow: { started: 0, finished: 0, cancelled: 0 }, asks, onGrow: () => {} }
}
