import { expect, it } from 'vitest'

import { stateLine } from '../../src/output/state-line.js'

const snapshot = { server: 'files', since: 0, attempt: 0, toolCount: 0 }

it.each([
  [{ ...snapshot, state: 'ready', reason: '', toolCount: 3 }, 'files: ready, 3 tools'],
  [{ ...snapshot, state: 'connecting', reason: '' }, 'files: connecting'],
  [
    { ...snapshot, state: 'backoff', reason: 'it exited\u0007\nwith 3', toolCount: 3 },
    'files: backoff, it exited with 3',
  ],
  [{ ...snapshot, state: 'disabled', reason: 'disabled' }, 'files: disabled'],
] as const)('says %j on one line', (given, line) => {
  expect(stateLine(given)).toBe(line)
})

it('cuts a reason that is long', () => {
  expect(stateLine({ ...snapshot, state: 'failed', reason: 'x'.repeat(10_000) }).length).toBeLessThan(400)
})
