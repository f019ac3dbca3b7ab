import type { Account } from './host/account.js'

/** Everything that was seen of one trial, from inside its host and from outside. */
export interface Seen extends Account {
  /** `alive`, or what was wrong with the host process. */
  readonly host: string
  /** How many processes of the server outlived the host. */
  readonly left: number
  readonly spawns: number
  /** How often the server got each method. */
  readonly asked: Readonly<Record<string, number>>
  /** Whether a configured secret was shown to the user, or sent to another server. */
  readonly secretShown: boolean
}

/** What a host tells that did not live to tell anything. */
export const NOTHING_SEEN: Account = {
  state: 'unknown',
  code: '',
  sentence: '',
  era: '',
  toolCount: 0,
  tools: [],
  outcomes: [],
  warnings: [],
  states: [],
  stalledMs: 0,
  closeMs: 0,
}
