import { join } from 'node:path'

import { isAlive, linesOf, processesOf, scripted, eventually } from '@harness-mcp/lab'
import { freshFolder, jsonFile } from '@harness-mcp/lab/vitest'
import { describe, expect, it } from 'vitest'

import { connectMcpServer, type ConnectOptions, McpError } from '../../src/index.js'
import { configOf, connect, event, reaches } from '../support/servers.js'

const QUICK = { reconnect: { initialDelayMs: 20, maxDelayMs: 40 } }

describe('the start', () => {
  it('fails at once for a command that is not found, and says where it was looked for', async () => {
    const server = await connect({ command: 'no-such-program', args: [] })
    expect(server.snapshot()).toMatchObject({
      state: 'failed',
      reason: 'the command "no-such-program" was not found on PATH; check the spelling, or give its full path',
      lastError: { code: 'start-failed' },
    })
  })

  it('tells exit code and standard error of a server that exits at once', async () => {
    const server = await connect(scripted('--exit-at-once', '3', '--stderr', 'no licence'), {
      reconnect: { enabled: false },
    })
    expect(server.snapshot().state).toBe('failed')
    expect(server.snapshot().reason).toMatch(/exited with code 3; its standard error ends with:\nno licence/)
  })

  it('never shows a configured secret that a server repeats', async () => {
    const env = { API_KEY: 'sk-very-secret-value' }
    const server = await connect(
      { ...scripted('--exit-at-once', '1', '--stderr', 'bad key sk-very-secret-value'), env },
      { reconnect: { enabled: false } },
    )
    expect(server.snapshot().reason).toMatch(/bad key \[redacted\]/)
    expect(JSON.stringify(server.snapshot())).not.toContain('sk-very-secret')
  })

  it('rejects a wrong configuration with every problem at once, before anything is started', async () => {
    const count = join(freshFolder(), 'starts')
    const wrong = { ...configOf(scripted('--count', count)), serverName: 'a b', toolCallTimeoutMs: 0, tols: {} }
    await expect(connectMcpServer(wrong)).rejects.toMatchObject({
      code: 'invalid-config',
      message: expect.stringMatching(/serverName: .*\n.*toolCallTimeoutMs: .*\n.*"tols": did you mean "tools"/),
    })
    expect(linesOf(count)).toEqual([])
  })

  it.each([null, 'options', 7])('rejects %j in place of options, before anything is started', async (wrong) => {
    const count = join(freshFolder(), 'starts')
    const options: ConnectOptions = JSON.parse(JSON.stringify(wrong))
    await expect(connectMcpServer(configOf(scripted('--count', count)), options)).rejects.toMatchObject({
      code: 'invalid-config',
      message: `options: expected an object, or nothing; got ${String(wrong)}`,
    })
    expect(linesOf(count)).toEqual([])
  })

  it('rejects with the cause when failOnStartupError is set, and leaves no process', async () => {
    const marker = join(freshFolder(), 'starts')
    const place = scripted('--count', marker, '--slow-start', '60000', '--silent-on-unknown')
    await expect(connect(place, { connectTimeoutMs: 300, failOnStartupError: true })).rejects.toThrow(
      's: connecting and the first discovery took longer than connectTimeoutMs (300 ms)',
    )
    expect(processesOf(marker)).toEqual([])
  })

  it('gives up when its signal is aborted, and leaves no process', async () => {
    const marker = join(freshFolder(), 'starts')
    const abort = new AbortController()
    const place = scripted('--count', marker, '--slow-start', '60000', '--silent-on-unknown')
    const start = connect(place, {}, { signal: abort.signal })
    await eventually('the start', () => linesOf(marker).length > 0)
    abort.abort()
    await expect(start).rejects.toMatchObject({ code: 'aborted' })
    expect(processesOf(marker)).toEqual([])
  })

  it('starts nothing for a disabled server', async () => {
    const count = join(freshFolder(), 'starts')
    const server = await connect(scripted('--count', count), { disabled: true })
    expect(server.snapshot()).toMatchObject({ state: 'disabled', toolCount: 0 })
    await expect(server.reconnect()).rejects.toThrow('s: it is disabled in its configuration')
    expect(linesOf(count)).toEqual([])
  })
})

describe('the first handshake', () => {
  it.each<[string, (folder: string) => readonly string[], number]>([
    ['answers an unknown method with an error', () => [], 1],
    ['is silent to an unknown method', () => ['--silent-on-unknown'], 1],
    ['exits on an unknown method', () => ['--exit-on-unknown'], 2],
    ['holds a lock file', (folder) => ['--silent-on-unknown', '--lock', join(folder, 'lock')], 1],
    ['prints a banner', () => ['--banner'], 1],
    ['writes 1 MB to standard error first', () => ['--stderr-flood', '1048576'], 1],
  ])('succeeds with a server that %s', async (_, switches, starts) => {
    const folder = freshFolder()
    const count = join(folder, 'starts')
    const server = await connect(scripted('--count', count, ...switches(folder)))
    expect(server.snapshot()).toMatchObject({ state: 'ready', era: 'legacy', toolCount: 1 })
    expect(linesOf(count)).toHaveLength(starts)
  })

  it('keeps a server ready that has resources and no tools', async () => {
    const server = await connect(scripted('--no-tools'))
    expect(server.snapshot()).toMatchObject({ state: 'ready', toolCount: 0, attempt: 1 })
    expect(await server.resource({ method: 'resources/list' })).toMatchObject({ resources: [{ name: 'note' }] })
  })
})

describe('a call', () => {
  it('keeps the other blocks of a result with bad ones, and the value as it was sent', async () => {
    const content = [
      { type: 'text', text: 'fine' },
      { type: 'hologram', data: 'x' },
      null,
      { type: 'text', text: 'too' },
    ]
    const server = await connect(scripted('--result', jsonFile({ content, structuredContent: { a: 1 }, extra: true })))
    const outcome = await server.call('mcp__s__echo', {})
    expect(outcome.value).toEqual({ content, structuredContent: { a: 1 } })
    expect(outcome.content).toMatchObject([
      { type: 'text', text: expect.stringMatching(/^fine\n\[.*hologram.*\]\n\[.*\]\ntoo\n/) },
    ])
  })

  it('fails at once when the server dies in it, is executed once, and the tools stay', async () => {
    const [calls, count] = [join(freshFolder(), 'calls'), join(freshFolder(), 'starts')]
    const server = await connect(scripted('--exit-on-call', '--calls', calls, '--count', count), QUICK)
    const outcome = await server.call('mcp__s__echo', {})
    expect(outcome).toMatchObject({ isError: true, code: 'outcome-unknown' })
    expect(server.tools()).toHaveLength(1)
    await reaches(server, 'ready')
    expect(linesOf(calls)).toEqual(['echo'])
    expect(linesOf(count)).toHaveLength(2)
    expect(linesOf(count).map(Number).filter(isAlive)).toHaveLength(1)
  })

  it('times out by its own timer, which progress starts anew, and tells the server', async () => {
    const cancelled = join(freshFolder(), 'cancelled')
    const mute = await connect(scripted('--hang-call', '--cancel-log', cancelled), { toolCallTimeoutMs: 100 })
    expect(await mute.call('mcp__s__echo', {})).toMatchObject({
      code: 'timeout',
      content: [
        {
          type: 'text',
          text: 's: the call of "echo" timed out after 100 ms (toolCallTimeoutMs); the server may still be at work on it',
        },
      ],
    })
    await eventually('the cancellation', () => linesOf(cancelled).length === 1)
    const busy = await connect(scripted('--hang-call', '--progress-every', '20'), {
      serverName: 'busy',
      toolCallTimeoutMs: 200,
      maxTotalTimeoutMs: 600,
    })
    expect(await busy.call('mcp__busy__echo', {})).toMatchObject({
      code: 'timeout',
      content: [{ type: 'text', text: expect.stringContaining('(maxTotalTimeoutMs)') }],
    })
  })

  it('is refused with a sentence when the tool is unknown or can run only as a task', async () => {
    const task = { name: 'research', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } }
    const server = await connect(scripted('--tools', jsonFile([{ tools: [task] }])))
    expect(await server.call('mcp__s__research', {})).toMatchObject({
      code: 'protocol',
      content: [{ text: /only as a task/ }],
    })
    expect(await server.call('mcp__s__other', {})).toMatchObject({ code: 'unknown-tool' })
    expect(await server.call('mcp__s__research', '{"a":')).toMatchObject({ isError: true })
  })

  it('says what became of the server when its tool is unknown because no tool ever was known', async () => {
    const failed = await connect({ command: 'no-such-program', args: [] })
    expect(await failed.call('mcp__s__echo', {})).toMatchObject({
      code: 'unknown-tool',
      content: [
        { text: expect.stringMatching(/^s: there is no tool "mcp__s__echo"; the server is failed: the command /) },
      ],
    })
    const off = await connect(scripted(), { disabled: true })
    expect(await off.call('mcp__s__echo', {})).toMatchObject({
      content: [{ text: 's: there is no tool "mcp__s__echo"; the server is disabled' }],
    })
  })
})

describe('a tool list', () => {
  it('keeps the others when one tool is malformed, and names that one', async () => {
    const good = { name: 'good', inputSchema: { type: 'object' } }
    const bad = [{ name: 'bad', inputSchema: { properties: 'object' } }, 7, { description: 'nameless' }]
    const told: string[] = []
    const logger = { info: () => {}, warn: (message: string) => told.push(message), error: () => {} }
    const server = await connect(scripted('--tools', jsonFile([{ tools: [...bad, good] }])), {}, { logger })
    expect(server.tools().map(({ name }) => name)).toEqual(['mcp__s__good'])
    expect(told).toEqual([
      's: in its tool list "bad" was left out: the properties of its inputSchema are not an object; ' +
        'an element was left out: it is not an object; an element was left out: it has no name',
    ])
  })

  it('is rejected whole at the start when a name is listed twice', async () => {
    const twice = { name: 'twice', inputSchema: { type: 'object' } }
    const server = await connect(scripted('--tools', jsonFile([{ tools: [twice, twice] }])))
    expect(server.snapshot()).toMatchObject({ state: 'failed', lastError: { code: 'invalid-list' }, toolCount: 0 })
  })

  it.each([
    ['an empty cursor, read', ['', undefined], 2],
    ['null, which ends the list', [null], 1],
    ['the same cursor for ever', ['1', '1'], 2],
    ['a cycle of two', ['1', '2', '1'], 3],
  ])('with %s', async (_, cursors, found) => {
    const pages = cursors.map((nextCursor, index) => ({
      tools: [{ name: `t${index}`, inputSchema: { type: 'object' } }],
      nextCursor,
    }))
    const server = await connect(scripted('--tools', jsonFile(pages)))
    expect(server.tools()).toHaveLength(found)
  })

  it('is refreshed a few times in a storm of changes', async () => {
    const server = await connect(scripted('--storm', '1000', '--tools', jsonFile([{ tools: [] }])))
    expect(server.snapshot().state).toBe('ready')
  })
})

describe('reconnecting', () => {
  it('by hand during backoff makes one connection, and nothing flaps afterwards', async () => {
    const count = join(freshFolder(), 'starts')
    const server = await connect(scripted('--count', count, '--exit-on-call'), {
      reconnect: { initialDelayMs: 60_000, maxDelayMs: 60_000 },
    })
    await server.call('mcp__s__echo', {})
    expect(server.snapshot()).toMatchObject({ state: 'backoff', nextAttemptAt: expect.any(Number) })
    expect(await server.call('mcp__s__echo', {})).toMatchObject({
      code: 'not-connected',
      content: [{ text: expect.stringMatching(/^s: not connected \(backoff: .*\); the next attempt is in \d+ s$/s) }],
    })
    const states: string[] = []
    server.subscribe((seen) => seen.type === 'state' && states.push(seen.snapshot.state))
    await Promise.all([server.reconnect(), server.reconnect(), server.reconnect()])
    expect(states).toEqual(['connecting', 'ready'])
    expect(linesOf(count)).toHaveLength(2)
  })

  it('gives up after maxAttempts, takes the tools away, and starts again when asked', async () => {
    const server = await connect(scripted('--exit-on-call'), {
      reconnect: { initialDelayMs: 1, maxDelayMs: 1_000, maxAttempts: 1 },
    })
    for (let loss = 0; loss < 2; loss++) {
      await reaches(server, 'ready')
      await server.call('mcp__s__echo', {})
    }
    await reaches(server, 'failed')
    expect(server.snapshot()).toMatchObject({
      toolCount: 0,
      reason: expect.stringContaining('gave up after 1 new attempts'),
    })
    await server.reconnect()
    expect(server.snapshot()).toMatchObject({ state: 'ready', toolCount: 1, attempt: 1 })
  })

  it('makes no change to an unchanged list', async () => {
    const server = await connect(scripted('--exit-on-call'), QUICK)
    const before = server.tools()
    await server.call('mcp__s__echo', {})
    await reaches(server, 'ready')
    expect(server.tools()).toBe(before)
  })
})

describe('closing', () => {
  it('in backoff lets nothing come back', async () => {
    const count = join(freshFolder(), 'starts')
    const server = await connect(scripted('--count', count, '--exit-on-call'), QUICK)
    const backoff = event(server, (seen) => seen.type === 'state' && seen.snapshot.state === 'backoff')
    await server.call('mcp__s__echo', {})
    await backoff
    await server.close()
    expect(server.snapshot()).toMatchObject({ state: 'closed', toolCount: 0 })
    await expect(server.reconnect()).rejects.toThrow(McpError)
    expect(linesOf(count).map(Number).filter(isAlive)).toEqual([])
  })

  it('kills a stubborn server together with its grandchild', async () => {
    const [count, grandchild] = [join(freshFolder(), 'starts'), join(freshFolder(), 'grandchild')]
    const server = await connect(scripted('--count', count, '--grandchild', grandchild, '--ignore-sigterm'))
    const pids = [...linesOf(count), ...linesOf(grandchild)].map(Number)
    expect(pids.map(isAlive)).toEqual([true, true])
    await server.close()
    expect(pids.map(isAlive)).toEqual([false, false])
  })
})
