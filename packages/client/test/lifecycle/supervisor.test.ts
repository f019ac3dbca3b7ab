import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Connection } from '../../src/connection/connection.js'
import { deferred } from '../../src/deferred.js'
import { clientError, type McpClientError } from '../../src/errors.js'
import { Events } from '../../src/lifecycle/events.js'
import type { McpSnapshot } from '../../src/lifecycle/snapshot.js'
import { Status } from '../../src/lifecycle/status.js'
import { Supervisor } from '../../src/lifecycle/supervisor.js'
import { redactor } from '../../src/redaction.js'
import { anySettings } from '../support/settings.js'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** A connection that takes `closeMs` to close, and what ends it. */
function slowToClose(closeMs: number): { connection: Connection; lose: () => void } {
  const lost = deferred<McpClientError>()
  const connection: Connection = {
    era: 'legacy',
    revision: '2025-11-25',
    server: undefined,
    instructions: '',
    capabilities: { tools: true, toolsListChanged: false, resources: false },
    lost: lost.promise,
    request: () => Promise.resolve({}),
    onToolsChanged: () => {},
    listen: () => Promise.resolve(),
    ping: () => Promise.resolve(),
    checkAlive: () => {},
    close: () => new Promise((resolve) => void setTimeout(resolve, closeMs)),
  }
  return { connection, lose: () => lost.resolve(clientError('unreachable', { message: 'gone' })) }
}

function supervise(events: Events, open: () => Promise<Connection>, extra: object = {}): Supervisor {
  const config = anySettings({ reconnect: { initialDelayMs: 4_000, maxDelayMs: 4_000 }, ...extra })
  return new Supervisor({
    config,
    redact: redactor(config),
    status: new Status('lab', events, () => 0),
    open,
    prepare: () => Promise.resolve(),
    giveUp: () => {},
  })
}

test.each(['ready', 'backoff', 'failed'])(
  'a listener of %s that asks for a new connection waits for that one',
  async (when) => {
    const events = new Events()
    const opened = [slowToClose(0), slowToClose(0)]
    let attempts = 0
    const supervisor = supervise(
      events,
      () => Promise.resolve((opened[attempts++] ?? slowToClose(0)).connection),
      when === 'failed' ? { reconnect: { enabled: false } } : {},
    )
    const asked = deferred<number>()
    let first = true
    events.subscribe((event) => {
      if (event.type !== 'state' || event.snapshot.state !== when || !first) return
      first = false
      void supervisor.reconnect().then(() => asked.resolve(attempts))
    })
    await supervisor.attempted
    if (when !== 'ready') opened[0]?.lose()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await asked.promise).toBe(2)
    const closed = supervisor.close()
    await vi.advanceTimersByTimeAsync(1_000)
    await closed
  },
)

test.each([
  ['sooner than the delay is over, at the moment that was announced', 1_000, 0],
  ['later than that, as soon as it is closed', 10_000, 10_000],
])('the next attempt is, when the old connection is closed %s', async (_, closeMs, atLeastMs) => {
  const events = new Events()
  const snapshots: McpSnapshot[] = []
  events.subscribe((event) => void (event.type === 'state' && snapshots.push(event.snapshot)))
  const { connection, lose } = slowToClose(closeMs)
  const supervisor = supervise(events, () => Promise.resolve(connection))
  await supervisor.attempted
  const lostAt = Date.now()
  lose()
  await vi.advanceTimersByTimeAsync(20_000)
  const [, , backoff, again] = snapshots
  expect(snapshots.map(({ state }) => state).slice(0, 4)).toEqual(['connecting', 'ready', 'backoff', 'connecting'])
  expect(again?.since).toBe(Math.max(backoff?.nextAttemptAt ?? 0, lostAt + atLeastMs))
  const closed = supervisor.close()
  await vi.advanceTimersByTimeAsync(20_000)
  await closed
})
