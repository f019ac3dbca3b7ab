/** How far a call has come. `progress` grows with each report; `total` is what it will be in the end. */
export interface ToolProgress {
  /** How much is done. */
  readonly progress: number
  /** How much there is, when that is known. */
  readonly total?: number
  /** What is being done, for people. */
  readonly message?: string
}

/** What a handler is given besides its arguments. */
export interface ToolContext {
  /** Aborted when the caller cancels the call or closes the session. */
  readonly signal: AbortSignal
  /**
   * Tells the caller how far the call has come. Never throws; without effect when nobody asked or the call is over.
   *
   * @param report - how far.
   */
  readonly progress: (report: ToolProgress) => void
}
