import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { isAlive, linesOf, scripted } from '@harness-mcp/lab'
import { freshFolder, jsonFile } from '@harness-mcp/lab/vitest'
import { describe, expect, it, onTestFinished } from 'vitest'

import { connectMcpServer, type McpServer } from '../../src/index.js'
import { configOf, connect, reaches } from '../support/servers.js'

/** The state of each event, as it is told to a listener that comes after all others. */
function states(server: McpServer): string[] {
  const seen: string[] = []
  server.subscribe((event) => event.type === 'state' && seen.push(event.snapshot.state))
  return seen
}

function pageWith(name: string): object[] {
  return [{ tools: [{ name, inputSchema: { type: 'object' } }] }]
}

async function microtasks(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) await Promise.resolve()
}

describe('close()', () => {
  it('may be called by a listener of its own event', async () => {
    const server = await connect(scripted())
    let calls = 0
    server.subscribe((event) => {
      if (event.type !== 'state') return
      calls++
      void server.close()
    })
    const seen = states(server)
    await server.close()
    expect({ calls, seen }).toEqual({ calls: 1, seen: ['closed'] })
  })

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'is the last state, also %i steps after new tools were told',
    async (steps) => {
      const tools = jsonFile(pageWith('one'))
      const server = await connect(scripted('--tools', tools))
      const seen = states(server)
      writeFileSync(tools, JSON.stringify(pageWith('two')))
      let closing: Promise<void> | undefined
      server.subscribe(
        (event) => void (event.type === 'tools' && microtasks(steps).then(() => (closing ??= server.close()))),
      )
      await server.reconnect()
      await closing
      expect([server.snapshot().state, seen.at(-1)]).toEqual(['closed', 'closed'])
    },
  )

  it('from a listener is told to the later ones after what caused it', async () => {
    const server = await connect(scripted())
    server.subscribe((event) => void (event.type === 'state' && server.close()))
    const seen = states(server)
    await server.reconnect()
    await server.close()
    expect(seen).toEqual(['connecting', 'closed'])
  })

  it('lets no call through from the first moment, and says why', async () => {
    const calls = join(freshFolder(), 'calls')
    const server = await connect(scripted('--calls', calls))
    const closing = server.close()
    const closed = { code: 'not-connected', content: [{ text: 's: not connected (closed)' }] }
    expect(await server.call('mcp__s__echo', {})).toMatchObject(closed)
    await expect(server.resource({ method: 'resources/list' })).rejects.toMatchObject({ code: 'not-connected' })
    await closing
    expect(await server.call('mcp__s__echo', {})).toMatchObject(closed)
    await expect(server.resource({ method: 'resources/list' })).rejects.toMatchObject({ code: 'not-connected' })
    expect(linesOf(calls)).toEqual([])
  })

  it('that is under way hands its name over at its end', async () => {
    const [scope, count] = [{}, join(freshFolder(), 'starts')]
    const first = await connect(scripted('--count', count), {}, { scope })
    const closing = first.close()
    const second = await connect(scripted('--count', count), {}, { scope })
    expect([first, second].map((server) => server.snapshot().state)).toEqual(['closed', 'ready'])
    expect(linesOf(count).map(Number).map(isAlive)).toEqual([false, true])
    await closing
    await expect(connectMcpServer(configOf(scripted()), { scope })).rejects.toThrow('already has this serverName')
  })
})

describe('a process that cannot be ended', () => {
  it('keeps every other from being started until it is dead', async () => {
    const count = join(freshFolder(), 'starts')
    const server = await connectMcpServer(configOf(scripted('--count', count, '--ignore-sigterm')))
    const kill = process.kill.bind(process)
    // A system that refuses the signals, as it does for a process of another user.
    process.kill = (pid, signal) => (signal === 0 ? kill(pid, 0) : true)
    const end = (): void =>
      linesOf(count)
        .map(Number)
        .filter(isAlive)
        .forEach((pid) => kill(pid, 'SIGKILL'))
    onTestFinished(() => {
      process.kill = kill
      end()
    })
    const seen = states(server)
    await server.reconnect()
    expect(server.snapshot()).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^process \d+ could not be ended; nothing is started in its place$/),
      lastError: { code: 'undead' },
    })
    await server.reconnect()
    expect(seen).toEqual(['connecting', 'failed', 'connecting', 'failed'])
    expect(linesOf(count)).toHaveLength(1)
    end()
    await server.reconnect()
    expect(seen.slice(4)).toEqual(['connecting', 'ready'])
    expect(linesOf(count).map(Number).map(isAlive)).toEqual([false, true])
    await server.reconnect()
    await expect(server.close()).rejects.toMatchObject({ code: 'undead' })
    expect(seen.slice(6)).toEqual(['connecting', 'failed', 'closed'])
  }, 60_000)
})

describe('reconnect.enabled: false', () => {
  it('keeps the tools of a lost connection, also when a reconnection by hand fails', async () => {
    const lock = join(freshFolder(), 'lock')
    const server = await connect(scripted('--exit-on-call', '--lock', lock), { reconnect: { enabled: false } })
    await server.call('mcp__s__echo', {})
    await reaches(server, 'failed')
    writeFileSync(lock, String(process.pid))
    await server.reconnect()
    expect(server.snapshot()).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('another instance holds'),
      toolCount: 1,
    })
  })
})
