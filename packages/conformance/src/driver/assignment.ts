/** What the referee tells the client that it tests: three environment variables and the last argument. */
export interface Assignment {
  readonly scenario: string
  /** The revision that must be negotiated. */
  readonly revision: string
  /** What the scenario says besides, as JSON. */
  readonly context: string
  readonly url: string
}

/** What the scenario's server is called in the driver's configurations. */
export const SERVER = 'referee'
