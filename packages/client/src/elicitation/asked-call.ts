/** A request in whose course a server may ask. */
export interface AskedCall {
  /** The raw name of the called tool. Absent for a document. */
  readonly tool?: string | undefined
  /** Cancels the request. */
  readonly signal: AbortSignal
  /** Stops the clock of the idle time while a person answers, until the returned function is called. */
  readonly hold: () => () => void
}

/** The questions of one call, whichever the revision: more are no form but a siege. */
export const MOST_QUESTIONS = 20
