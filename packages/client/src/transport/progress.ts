/** How far a call is, as its server reports it. */
export interface Progress {
  /** How much is done; it grows with each report. */
  readonly progress: number
  /** How much there is, when the server knows. */
  readonly total?: number | undefined
  /** What it is doing, on one line of at most 1,024 bytes. */
  readonly message?: string | undefined
}
