/** How an authorization server behaves. Each field may be changed while it runs. */
export interface Behaviour {
  /** Whether and how the callback names the issuer (RFC 9207). `announced` says in the metadata that it does, and does not. */
  iss: 'right' | 'wrong' | 'absent' | 'announced'
  /** Whether clients may register themselves. */
  registers: boolean
  /** Whether a person has to press a button before the callback. */
  asks: boolean
  /** What a person answers who is not asked. */
  consent: 'given' | 'denied'
  /** The status of every answer of the token endpoint, in place of a right one. */
  tokenStatus: number | undefined
  /** Whether refresh tokens are given out, and taken once each. */
  refreshes: boolean
  /** Replaces fields of the metadata document. */
  metadata: Readonly<Record<string, unknown>>
}

export const wellBehaved: Readonly<Behaviour> = {
  iss: 'right',
  registers: true,
  asks: false,
  consent: 'given',
  tokenStatus: undefined,
  refreshes: true,
  metadata: {},
}
