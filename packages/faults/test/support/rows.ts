import { NOTHING_SEEN, type Seen } from '../../src/seen.js'
import type { Row } from '../../src/trial.js'

/** What is seen of a server that nothing is wrong with. */
export function seenWith(more: Partial<Seen> = {}): Seen {
  return { ...NOTHING_SEEN, state: 'ready', host: 'alive', left: 0, spawns: 1, asked: {}, secretShown: false, ...more }
}

export function rowWith(seen: Partial<Seen> = {}, ...differences: string[]): Row {
  return { fault: 'misbehaves', wire: 'stdio', seen: seenWith(seen), differences }
}
