import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { clientError } from '../../src/errors.js'
import { Events } from '../../src/lifecycle/events.js'
import type { McpSnapshot } from '../../src/lifecycle/snapshot.js'
import { Status } from '../../src/lifecycle/status.js'
import { connectRaw } from '../support/raw-server.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 })
})

afterEach(() => {
  vi.useRealTimers()
})

function watched(): { status: Status; snapshots: McpSnapshot[] } {
  const events = new Events()
  const snapshots: McpSnapshot[] = []
  events.subscribe((event) => void (event.type === 'state' && snapshots.push(event.snapshot)))
  return { snapshots, status: new Status('lab', events, () => 3) }
}

const error = clientError('unreachable', { server: 'lab', message: 'nobody answers' })
const down = { state: 'backoff', failures: 2, reason: error.message, error, keepTools: true } as const

describe('snapshots', () => {
  test('begin as disabled, without an event', () => {
    const { status, snapshots } = watched()
    expect(status.snapshot()).toEqual({
      server: 'lab',
      state: 'disabled',
      reason: 'disabled',
      since: 1_000,
      attempt: 0,
      toolCount: 3,
    })
    expect(snapshots).toEqual([])
  })

  test('tell a life as events: each change one, with its reason and time', async () => {
    const { status, snapshots } = watched()
    const { connection } = await connectRaw({})
    status.connecting(1)
    vi.setSystemTime(2_000)
    status.ready(connection)
    vi.setSystemTime(3_000)
    status.down(down, 3_500)
    status.connecting(3)
    status.closed()
    expect(snapshots.map(({ state, reason, since, attempt }) => ({ state, reason, since, attempt }))).toEqual([
      { state: 'connecting', reason: '', since: 1_000, attempt: 1 },
      { state: 'ready', reason: '', since: 2_000, attempt: 1 },
      { state: 'backoff', reason: 'nobody answers', since: 3_000, attempt: 2 },
      { state: 'connecting', reason: 'nobody answers', since: 3_000, attempt: 3 },
      { state: 'closed', reason: '', since: 3_000, attempt: 3 },
    ])
    expect(snapshots[1]).toMatchObject({
      era: 'legacy',
      revision: '2025-11-25',
      serverInfo: { name: 'raw', version: '1.0.0' },
    })
    expect(snapshots[2]).toMatchObject({
      nextAttemptAt: 3_500,
      lastError: { code: 'unreachable', message: 'lab: nobody answers' },
    })
    for (const field of ['era', 'revision', 'serverInfo']) expect(snapshots[2]).not.toHaveProperty(field)
    expect(snapshots[3]).not.toHaveProperty('nextAttemptAt')
  })

  test('end with closed, whatever a step that was under way still says', async () => {
    const { status, snapshots } = watched()
    const { connection } = await connectRaw({})
    status.connecting(1)
    status.closed()
    status.ready(connection)
    status.down(down, undefined)
    status.connecting(2)
    status.closed()
    expect(snapshots.map(({ state }) => state)).toEqual(['connecting', 'closed'])
    expect(status.snapshot()).toMatchObject({ state: 'closed', attempt: 1 })
  })

  test('the same attempt is told once', () => {
    const { status, snapshots } = watched()
    status.connecting(1)
    status.connecting(1)
    expect(snapshots).toHaveLength(1)
  })

  test('trouble is remembered, and changes no state', () => {
    const { status, snapshots } = watched()
    status.trouble(error)
    expect(status.snapshot()).toMatchObject({ state: 'disabled', lastError: { code: 'unreachable' } })
    expect({ error: status.error, snapshots }).toEqual({ error, snapshots: [] })
  })

  test('are frozen and plain JSON', () => {
    const { status } = watched()
    status.down(down, undefined)
    const snapshot = status.snapshot()
    expect(Object.isFrozen(snapshot)).toBe(true)
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot)
    expect(snapshot).not.toHaveProperty('nextAttemptAt')
  })
})
