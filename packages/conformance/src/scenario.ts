/** The revisions whose wire the suite plays. */
export const WIRES = ['2025-11-25', '2026-07-28'] as const

export type Wire = (typeof WIRES)[number]

/** One scenario on one wire. */
export interface ScenarioOf<Name extends string> {
  readonly name: Name
  readonly wire: Wire
  /**
   * The names of the checks that must be there with SUCCESS: all that a client with tools, documents and forms, and without
   * prompts and sampling, can earn. The suite gives some of them to a client that never connects, too.
   */
  readonly demanded: readonly string[]
  /** The suite measures time in it: nothing else may run beside it. */
  readonly isTimed?: true
}
