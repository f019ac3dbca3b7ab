import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { createSdkMcpServer } from '@harness-mcp/in-process'
import { type HttpOptions, isAlive, labServer, linesOf, scripted, startModernHttp } from '@harness-mcp/lab'
import { freshFile } from '@harness-mcp/lab/vitest'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { McpServerConfig, McpSession } from '../../src/index.js'
import { event, reaches, sessionOf, states } from '../support/sessions.js'

/** Often, and long enough for a busy machine: a check that fails by the machine's fault alone would be seen. */
const OFTEN = { enabled: true, intervalMs: 20, timeoutMs: 1_500, degradedLatencyMs: 60_000, failureThreshold: 2 }
const LAB = ['legacy-stdio', 'modern-stdio'] as const

function health(session: McpSession): Record<string, string> {
  return Object.fromEntries(session.status().map((snapshot) => [snapshot.server, snapshot.health.state]))
}

/** Resolves when the health of `s` is in `state`, now or later. */
async function becomes(session: McpSession, state: string): Promise<void> {
  if (health(session)['s'] === state) return
  await event(session, (seen) => seen.type === 'health' && seen.health.state === state)
}

/** What is told from now on: the states of `s`, and those of its health. */
function told(session: McpSession): { connection: string[]; health: string[] } {
  const seen = { connection: Array<string>(), health: Array<string>() }
  session.subscribe((each) => {
    if (each.type === 'state') seen.connection.push(each.snapshot.state)
    if (each.type === 'health') seen.health.push(each.health.state)
  })
  return seen
}

function only(pids: readonly number[]): number {
  const [pid, ...more] = pids
  if (pid === undefined || more.length > 0) throw new Error(`expected one process, got ${pids.join(', ')}`)
  return pid
}

function stop(pid: number): void {
  process.kill(pid, 'SIGSTOP')
  onTestFinished(() => {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It is gone, as it should be.
    }
  })
}

describe('a server that was stopped with SIGSTOP', () => {
  it('and continued before the threshold is healthy again, the same process', async () => {
    const count = freshFile()
    const session = await sessionOf({
      s: { ...scripted('--count', count), healthCheck: { ...OFTEN, failureThreshold: 1_000 } },
    })
    await becomes(session, 'healthy')
    const seen = told(session)
    const pid = only(linesOf(count).map(Number))
    stop(pid)
    await becomes(session, 'degraded')
    expect(session.status()[0]?.health).toMatchObject({
      failures: 1,
      reason: expect.stringMatching(/^no answer within/),
    })
    process.kill(pid, 'SIGCONT')
    await becomes(session, 'healthy')
    expect(seen).toEqual({ connection: [], health: ['degraded', 'healthy'] })
    expect(linesOf(count).map(Number)).toEqual([pid])
    expect(await session.call('mcp__s__echo', {})).toMatchObject({ isError: false })
  })

  it.each([
    ['of the older revisions', []],
    ['of revision 2026-07-28', ['--modern']],
  ])('%s and stays so is dead, and exactly one new process is ready', async (_what, switches) => {
    const [count, lock] = [freshFile(), freshFile()]
    const warnings: string[] = []
    const logger = { info: () => {}, warn: (message: string) => warnings.push(message), error: () => {} }
    const place = scripted('--count', count, '--lock', lock, ...switches)
    const session = await sessionOf({ s: { ...place, healthCheck: OFTEN } }, { logger })
    await becomes(session, 'healthy')
    const seen = told(session)
    const frozen = only(linesOf(count).map(Number))
    stop(frozen)
    const call = session.call('mcp__s__echo', {})
    await becomes(session, 'unhealthy')
    await becomes(session, 'healthy')
    expect(seen).toEqual({
      connection: ['connecting', 'ready'],
      health: ['degraded', 'unhealthy', 'checking', 'healthy'],
    })
    const pids = linesOf(count).map(Number)
    expect(pids.map(isAlive)).toEqual([false, true])
    expect(await call).toMatchObject({ code: 'outcome-unknown' })
    expect(await session.call('mcp__s__echo', {})).toMatchObject({ isError: false })
    expect(warnings).toEqual([expect.stringMatching(/^s: unhealthy: no answer within .*; it is connected anew$/)])
  })

  it('is only reported where reconnect.enabled is false, and is healthy when it goes on', async () => {
    const count = freshFile()
    const session = await sessionOf({
      s: { ...scripted('--count', count), healthCheck: OFTEN, reconnect: { enabled: false } },
    })
    await becomes(session, 'healthy')
    const seen = told(session)
    const pid = only(linesOf(count).map(Number))
    stop(pid)
    await becomes(session, 'unhealthy')
    process.kill(pid, 'SIGCONT')
    await becomes(session, 'healthy')
    expect(seen).toEqual({ connection: [], health: ['degraded', 'unhealthy', 'healthy'] })
    expect(linesOf(count).map(Number)).toEqual([pid])
  })

  it.each(['legacy-http', 'modern-http'] as const)('recovers over HTTP when it goes on: %s', async (name) => {
    const { pid, url } = await startHttp(name)
    const session = await sessionOf({
      s: {
        url,
        healthCheck: OFTEN,
        connectTimeoutMs: 1_500,
        reconnect: { initialDelayMs: 20, maxDelayMs: 40, maxAttempts: 10_000 },
      },
    })
    await becomes(session, 'healthy')
    stop(pid)
    await becomes(session, 'unhealthy')
    await reaches(session, 's', 'backoff')
    expect(health(session)).toEqual({ s: 'unhealthy' })
    process.kill(pid, 'SIGCONT')
    await becomes(session, 'healthy')
    expect(states(session)).toEqual({ s: 'ready' })
    expect(await session.call('mcp__s__add', { a: 1, b: 2 })).toMatchObject({
      value: { structuredContent: { sum: 3 } },
    })
  })
})

/** A server of the lab as a process of its own. */
async function startHttp(name: 'legacy-http' | 'modern-http'): Promise<{ pid: number; url: string }> {
  const { command, args } = labServer(name)
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line]: unknown[] = await once(child.stdout, 'data')
  if (child.pid === undefined) throw new Error('the server did not start')
  return { pid: child.pid, url: String(line).trim() }
}

describe('a check', () => {
  it.each(LAB)('is answered by %s', async (name) => {
    const session = await sessionOf({ s: { ...labServer(name), healthCheck: OFTEN } })
    await becomes(session, 'healthy')
    expect(session.status()[0]?.health).toEqual({
      state: 'healthy',
      reason: '',
      failures: 0,
      checkedAt: expect.any(Number),
      latencyMs: expect.any(Number),
    })
  })

  it('is answered by a server in this process', async () => {
    const server = createSdkMcpServer({ name: 's', version: '1.0.0', tools: [] })
    const session = await sessionOf({ s: { server, healthCheck: OFTEN } })
    await becomes(session, 'healthy')
  })

  it('that is answered with an error is a sign of life', async () => {
    const script = { ping: { error: { code: -32_601, message: 'Method not found' } } }
    const place = scripted('--script', JSON.stringify(script))
    const session = await sessionOf({ s: { ...place, healthCheck: OFTEN } })
    await becomes(session, 'healthy')
  })

  it('that is answered slowly makes the server degraded, until one is answered quickly', async () => {
    let slow = true
    const http: HttpOptions = {
      intercept: async (request) => {
        if (!slow || request.method !== 'POST' || request.headers.get('mcp-method') !== 'server/discover')
          return undefined
        await new Promise((resolve) => setTimeout(resolve, 600))
        return undefined
      },
    }
    const running = await startModernHttp(http)
    onTestFinished(() => running.close())
    const checks = { ...OFTEN, timeoutMs: 30_000, degradedLatencyMs: 500 }
    const session = await sessionOf({ s: { url: running.url, healthCheck: checks } })
    await becomes(session, 'degraded')
    const [snapshot] = session.status()
    expect(snapshot?.health).toMatchObject({
      failures: 0,
      reason: expect.stringMatching(/^the answer took \d+ ms \(degradedLatencyMs: 500\)$/),
    })
    expect(snapshot?.health.latencyMs).toBeGreaterThan(500)
    slow = false
    await becomes(session, 'healthy')
  })

  it('is sent again and again where it is on, and never where it is off', async () => {
    const [on, off] = [freshFile(), freshFile()]
    const place = (requests: string): McpServerConfig => scripted('--requests', requests)
    const session = await sessionOf({
      on: { ...scripted('--requests', on), healthCheck: { ...OFTEN, intervalMs: 1 } },
      off: { ...scripted('--requests', off), healthCheck: { ...OFTEN, intervalMs: 1, enabled: false } },
      plain: place(off),
    })
    while (linesOf(on).filter((method) => method === 'ping').length < 5) await session.call('mcp__on__echo', {})
    expect(linesOf(off)).not.toContain('ping')
    expect(health(session)).toEqual({ on: 'healthy', off: 'disabled', plain: 'disabled' })
    expect(await session.mcpServerStatus()).toEqual([
      expect.objectContaining({ name: 'on', health: expect.objectContaining({ state: 'healthy' }) }),
      expect.not.objectContaining({ health: expect.anything() }),
      expect.not.objectContaining({ health: expect.anything() }),
    ])
  })

  it('of a server that died begins anew with the next connection', async () => {
    const place = scripted('--exit-on-call')
    const session = await sessionOf({ s: { ...place, healthCheck: OFTEN, reconnect: { initialDelayMs: 20 } } })
    await becomes(session, 'healthy')
    const seen = told(session)
    const back = event(session, (each) => each.type === 'health' && each.health.state === 'healthy')
    await session.call('mcp__s__echo', {})
    await back
    expect(seen).toEqual({ connection: ['backoff', 'connecting', 'ready'], health: ['checking', 'healthy'] })
  })
})

describe('the health of a server', () => {
  it('is that of none after disconnect, comes back with connect, and ends with close', async () => {
    const session = await sessionOf({ s: { ...scripted(), healthCheck: OFTEN } })
    await becomes(session, 'healthy')
    const seen = told(session)
    await session.disconnect('s')
    await session.connect('s')
    await becomes(session, 'healthy')
    await session.close()
    expect(seen.health).toEqual(['disabled', 'checking', 'healthy', 'disabled'])
    expect(health(session)).toEqual({ s: 'disabled' })
  })

  it.each([
    ['that cannot be started', { command: 'no-such-program' }],
    ['whose working folder is none', { ...scripted(), cwd: '/no/such/folder' }],
    ['that exits at once', { ...scripted('--exit-at-once', '1'), reconnect: { enabled: false } }],
  ])('%s is that of none, and not one that is being checked', async (_what, place) => {
    const session = await sessionOf({ s: { ...place, healthCheck: OFTEN } })
    expect(states(session)).toEqual({ s: 'failed' })
    expect(health(session)).toEqual({ s: 'disabled' })
    const [status] = await session.mcpServerStatus()
    expect(status).toEqual({ name: 's', status: 'error', toolCount: 0, error: expect.any(String) })
  })

  it('is in the snapshot of each state that is told', async () => {
    const session = await sessionOf({ s: { ...scripted(), healthCheck: OFTEN } })
    await becomes(session, 'healthy')
    const closed = event(session, (each) => each.type === 'state' && each.snapshot.state === 'closed')
    await session.disconnect('s')
    expect(await closed).toMatchObject({ snapshot: { server: 's', health: { state: 'disabled' } } })
  })

  it('is checked otherwise, off and on by another map, at no cost of the connection', async () => {
    const count = freshFile()
    const place = scripted('--count', count)
    const session = await sessionOf({ s: place })
    const seen = told(session)
    expect(await session.setServers({ s: { ...place, healthCheck: OFTEN } })).toMatchObject({ changed: ['s'] })
    await becomes(session, 'healthy')
    expect(await session.setServers({ s: { ...place, healthCheck: OFTEN } })).toMatchObject({ unchanged: ['s'] })
    await session.setServers({ s: { ...place, healthCheck: { ...OFTEN, intervalMs: 30 } } })
    await becomes(session, 'healthy')
    await session.setServers({ s: place })
    expect(seen).toEqual({ connection: [], health: ['checking', 'healthy', 'checking', 'healthy', 'disabled'] })
    expect(linesOf(count)).toHaveLength(1)
  })

  it('leaves nothing behind when a listener disconnects the server at the verdict', async () => {
    const count = freshFile()
    const session = await sessionOf({
      s: { ...scripted('--count', count, '--script', '{"ping":"silent"}'), healthCheck: { ...OFTEN, timeoutMs: 50 } },
    })
    let ended: Promise<void> | undefined
    session.subscribe((each) => {
      if (each.type === 'health' && each.health.state === 'unhealthy') ended ??= session.disconnect('s')
    })
    await reaches(session, 's', 'closed')
    await ended
    expect(linesOf(count).map(Number).map(isAlive)).toEqual([false])
  })
})
