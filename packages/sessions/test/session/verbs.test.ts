import { createSdkMcpServer, tool } from '@harness-mcp/in-process'
import {
  eventually,
  filesystemStdio,
  labServer,
  linesOf,
  memoryStdio,
  processesOf,
  scripted,
  startLegacyHttp,
  startModernHttp,
} from '@harness-mcp/lab'
import { freshFile, freshFolder, jsonFile } from '@harness-mcp/lab/vitest'
import { describe, expect, it, onTestFinished } from 'vitest'

import { event, names, reaches, sessionOf, states } from '../support/sessions.js'

const LAB = labServer('modern-stdio')
const RESOURCE_TOOLS = ['list_mcp_resource_templates', 'list_mcp_resources', 'read_mcp_resource']

describe('tools', () => {
  it('are sorted, frozen, and the same array until something changed', async () => {
    const session = await sessionOf({ b: LAB, a: scripted() })
    const tools = session.tools()
    expect(Object.isFrozen(tools)).toBe(true)
    expect(names(session)).toEqual(names(session).toSorted())
    await session.call('mcp__b__echo', { text: 'x' })
    await session.reconnect('b')
    expect(session.tools()).toBe(tools)
    const change = event(session, ({ type }) => type === 'tools')
    await session.call('mcp__b__grow', { name: 'grown' })
    expect(await change).toMatchObject({ server: 'b', added: ['mcp__b__grown'] })
    expect(names(session)).toContain('mcp__b__grown')
    expect(session.tools()).not.toBe(tools)
  })

  it('of the second page are there', async () => {
    const page = (name: string, next: object = {}): object => ({
      tools: [{ name, inputSchema: { type: 'object' } }],
      ...next,
    })
    const session = await sessionOf({
      s: scripted('--tools', jsonFile([page('one', { nextCursor: '' }), page('two')])),
    })
    expect(names(session)).toEqual(expect.arrayContaining(['mcp__s__one', 'mcp__s__two']))
  })

  it.each(['legacy', 'modern'] as const)(
    'show a change of the list of a %s server, over stdio and HTTP',
    async (era) => {
      const http = await (era === 'legacy' ? startLegacyHttp() : startModernHttp())
      onTestFinished(() => http.close())
      const session = await sessionOf({ local: labServer(`${era}-stdio`), web: { url: http.url } })
      for (const server of ['local', 'web']) {
        const change = event(session, (seen) => seen.type === 'tools' && seen.server === server)
        await session.call(`mcp__${server}__grow`, { name: 'grown' })
        expect(await change).toMatchObject({ added: [`mcp__${server}__grown`], removed: [], changed: [] })
        expect(names(session)).toContain(`mcp__${server}__grown`)
      }
    },
  )

  it('with the name of one that the harness has itself are not lost', async () => {
    const same = tool('read_mcp_resource', 'Has a name that exists.', {}, async () => ({
      content: [{ type: 'text', text: 'mine' }],
    }))
    const session = await sessionOf({ s: createSdkMcpServer({ name: 's', version: '1.0.0', tools: [same] }) })
    expect(names(session)).toEqual([...RESOURCE_TOOLS.slice(0, 2), 'mcp__s__read_mcp_resource', 'read_mcp_resource'])
    expect(await session.call('mcp__s__read_mcp_resource', {})).toMatchObject({ content: [{ text: 'mine' }] })
  })
})

describe('call', () => {
  it('reaches the server that has the tool, and reports progress', async () => {
    const folder = freshFolder()
    const session = await sessionOf({
      files: filesystemStdio(folder),
      memory: memoryStdio(`${folder}/graph.json`),
      lab: LAB,
    })
    expect(await session.call('mcp__files__list_directory', { path: folder })).toMatchObject({ isError: false })
    await session.call('mcp__memory__create_entities', {
      entities: [{ name: 'Ada', entityType: 'person', observations: [] }],
    })
    expect(await session.call('mcp__memory__read_graph', '{}')).toMatchObject({
      value: { structuredContent: { entities: [{ name: 'Ada' }] } },
    })
    const seen: number[] = []
    await session.call('mcp__lab__slow', { ms: 40 }, { onProgress: ({ progress }) => seen.push(progress) })
    expect(seen).toEqual([1, 2, 3, 4])
  })

  it.each([
    ['an unknown tool', 'mcp__s__nothing', {}, 'unknown-tool', 'there is no tool "mcp__s__nothing"'],
    [
      'arguments that are not JSON',
      'mcp__s__add',
      '{"a": }',
      'protocol',
      's: the arguments are not valid JSON: unexpected "}" at position 6',
    ],
    ['a failing tool', 'mcp__s__fail', { reason: 'no' }, 'tool-error', 'no'],
  ])('of %s is an outcome', async (_what, name, args, code, text) => {
    const session = await sessionOf({ s: LAB })
    expect(await session.call(name, args)).toMatchObject({ isError: true, code, content: [{ type: 'text', text }] })
  })

  it('rejects only when it was aborted', async () => {
    const session = await sessionOf({ s: LAB })
    const abort = new AbortController()
    const call = session.call('mcp__s__slow', { ms: 60_000 }, { signal: abort.signal, onProgress: () => abort.abort() })
    await expect(call).rejects.toMatchObject({ code: 'aborted' })
    const document = { server: 's', uri: 'lab://documents/welcome' }
    await expect(session.call('read_mcp_resource', document, { signal: abort.signal })).rejects.toMatchObject({
      code: 'aborted',
    })
  })

  it('reads documents through the three tools', async () => {
    const session = await sessionOf({ s: LAB })
    const outcome = await session.call('read_mcp_resource', { server: 's', uri: 'lab://documents/welcome' })
    expect(outcome.content).toEqual([{ type: 'text', text: expect.stringMatching(/^MCP server: s\n.*Welcome/s) }])
    expect(await session.call('read_mcp_resource', { server: 'other', uri: 'x' })).toMatchObject({ isError: true })
  })
})

describe('documents and prompt', () => {
  it('are there for programs, by server', async () => {
    const session = await sessionOf({ s: LAB, off: { ...LAB, disabled: true } })
    const request = { method: 'resources/read', uri: 'lab://documents/welcome' } as const
    expect(await session.resource('s', request)).toMatchObject({ contents: [{ uri: 'lab://documents/welcome' }] })
    await expect(session.resource('off', request)).rejects.toMatchObject({
      code: 'not-connected',
      message: 'off: not connected (disabled)',
    })
    await expect(session.resource('nobody', request)).rejects.toMatchObject({ code: 'unknown-server' })
    await expect(session.resource('s', request, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    })
  })

  it('stand in one text, in the order of the names whichever server came first', async () => {
    const instructed = (text: string): object => scripted('--instructions', text)
    const mcpServers = JSON.parse(JSON.stringify({ zoo: instructed('I am zoo.'), alpha: instructed('I am alpha.') }))
    const session = await sessionOf(mcpServers)
    expect(session.prompt()).toMatch(/^## Documents on MCP servers[^]*\["alpha","zoo"\][^]*I am alpha\.[^]*I am zoo\.$/)
  })

  it('are not there without a server', async () => {
    const session = await sessionOf({})
    expect([session.prompt(), session.tools(), session.status()]).toEqual(['', [], []])
  })
})

describe('one server', () => {
  it('is unknown everywhere by a name that is not in the map', async () => {
    const session = await sessionOf({ s: scripted() })
    const expected = { code: 'unknown-server', message: 'there is no server "x"; configured are: s' }
    for (const verb of ['connect', 'disconnect', 'reconnect', 'mcpConnect', 'mcpDisconnect', 'mcpReconnect'] as const) {
      await expect(session[verb]('x')).rejects.toMatchObject(expected)
    }
    await expect(session.setEnabled('x', true)).rejects.toMatchObject(expected)
  })

  it('that is disconnected takes only its own tools and documents away, and no timer brings it back', async () => {
    const count = freshFile()
    const session = await sessionOf({ a: scripted('--count', count), b: scripted() })
    const others = names(session).filter((name) => !name.startsWith('mcp__a__'))
    const events: unknown[] = []
    session.subscribe(({ type, server, ...rest }) => events.push([type, server, 'removed' in rest && rest.removed]))
    await session.disconnect('a')
    expect(names(session)).toEqual(others)
    expect(states(session)).toEqual({ a: 'closed', b: 'ready' })
    expect(session.prompt()).toContain('["b"]')
    expect(processesOf(count)).toEqual([])
    expect(events).toEqual([
      ['tools', 'a', ['mcp__a__echo']],
      ['state', 'a', false],
    ])
    expect(await session.call('mcp__a__echo', {})).toMatchObject({
      code: 'unknown-tool',
      content: [{ text: 'there is no tool "mcp__a__echo"; the server a is closed: disconnected' }],
    })
    expect(await session.call('mcp__b__nothing', {})).toMatchObject({
      content: [{ text: 'there is no tool "mcp__b__nothing"' }],
    })
    await session.disconnect('a')
    await session.connect('a')
    expect(states(session)).toEqual({ a: 'ready', b: 'ready' })
    expect(linesOf(count)).toHaveLength(2)
  })

  it('that is the last one takes the three tools with it, and says so', async () => {
    const session = await sessionOf({ s: scripted('--no-tools') })
    const gone = event(session, ({ type }) => type === 'tools')
    await session.disconnect('s')
    expect(await gone).toMatchObject({ server: 's', removed: expect.arrayContaining(RESOURCE_TOOLS), added: [] })
    expect(names(session)).toEqual([])
    const back = event(session, ({ type }) => type === 'tools')
    await session.connect('s')
    expect(await back).toMatchObject({ added: expect.arrayContaining(RESOURCE_TOOLS) })
  })

  it('that is disabled is served by connect, and rests as disabled again', async () => {
    const session = await sessionOf({ s: { ...scripted(), disabled: true } })
    await session.connect('s')
    expect(names(session)).toContain('mcp__s__echo')
    await session.disconnect('s')
    expect(states(session)).toEqual({ s: 'disabled' })
    await session.setEnabled('s', true)
    expect(states(session)).toEqual({ s: 'ready' })
    await session.setEnabled('s', false)
    expect(states(session)).toEqual({ s: 'disabled' })
    await session.reconnect('s')
    expect(states(session)).toEqual({ s: 'ready' })
  })

  it('is started once by verbs that come together', async () => {
    const count = freshFile()
    const session = await sessionOf({ s: { ...scripted('--count', count), disabled: true } })
    await Promise.all([
      session.connect('s'),
      session.connect('s'),
      session.reconnect('s'),
      session.setEnabled('s', true),
    ])
    expect(states(session)).toEqual({ s: 'ready' })
    expect(linesOf(count)).toHaveLength(1)
  })

  it('never has two processes when it is disconnected and connected at once', async () => {
    const lock = freshFile()
    const session = await sessionOf({
      s: { ...scripted('--lock', lock, '--ignore-sigterm'), reconnect: { enabled: false } },
    })
    for (let round = 0; round < 3; round++) {
      const leaving = session.disconnect('s')
      await session.connect('s')
      await leaving
      expect(states(session)).toEqual({ s: 'ready' })
    }
  })

  it('asked to reconnect during backoff has one connection and does not flap afterwards', async () => {
    const count = freshFile()
    const file = jsonFile({ content: [] })
    const place = scripted('--count', count, '--exit-on-call', '--result', file)
    const session = await sessionOf({ s: { ...place, reconnect: { initialDelayMs: 60_000, maxDelayMs: 60_000 } } })
    await session.call('mcp__s__echo', {})
    await reaches(session, 's', 'backoff')
    const seen: string[] = []
    session.subscribe((each) => each.type === 'state' && seen.push(each.snapshot.state))
    await Promise.all([session.reconnect('s'), session.connect('s')])
    expect(states(session)).toEqual({ s: 'ready' })
    expect(await session.resource('s', { method: 'resources/list' })).toMatchObject({})
    expect(seen).toEqual(['connecting', 'ready'])
    expect(linesOf(count)).toHaveLength(2)
  })

  it('that is disconnected while it connects settles its connect, and leaves nothing', async () => {
    const count = freshFile()
    const place = scripted('--count', count, '--slow-start', '60000', '--silent-on-unknown')
    const session = await sessionOf({ s: place }, { startup: 'background' })
    const connecting = session.connect('s')
    await eventually('the process', () => linesOf(count).length === 1)
    await session.disconnect('s')
    await connecting
    expect(states(session)).toEqual({ s: 'closed' })
    expect(processesOf(count)).toEqual([])
  })
})

describe('a listener', () => {
  it('hears what another one caused after what caused it, so that the last event is the state of now', async () => {
    const session = await sessionOf({ s: scripted() })
    session.subscribe((seen) => {
      if (seen.type === 'state' && seen.snapshot.state === 'ready') void session.disconnect('s')
    })
    const heard: string[] = []
    session.subscribe((seen) => void (seen.type === 'state' && heard.push(seen.snapshot.state)))
    await session.reconnect('s')
    expect(heard).toEqual(['connecting', 'ready', 'closed'])
    expect(states(session)).toEqual({ s: 'closed' })
  })
})

describe('close', () => {
  it('ends everything in whatever state, and nothing starts afterwards', async () => {
    const count = freshFile()
    const session = await sessionOf(
      {
        ready: scripted('--count', count),
        slow: scripted('--count', count, '--slow-start', '60000', '--silent-on-unknown'),
        backoff: {
          ...scripted('--count', count, '--exit-at-once', '1'),
          reconnect: { initialDelayMs: 60_000, maxDelayMs: 60_000 },
        },
        off: { ...scripted('--count', count), disabled: true },
      },
      { startup: 'background' },
    )
    await Promise.all([reaches(session, 'ready', 'ready'), reaches(session, 'backoff', 'backoff')])
    await eventually('the slow process', () => linesOf(count).length >= 3)
    await Promise.all([session.close(), session.close()])
    const started = linesOf(count).length
    expect(processesOf(count)).toEqual([])
    expect(states(session)).toEqual({ ready: 'closed', slow: 'closed', backoff: 'closed', off: 'disabled' })
    for (const verb of ['connect', 'reconnect'] as const) {
      await expect(session[verb]('off')).rejects.toMatchObject({ code: 'closed' })
      await expect(session[verb]('ready')).rejects.toMatchObject({ code: 'closed' })
    }
    await expect(session.setEnabled('off', true)).rejects.toMatchObject({ code: 'closed' })
    await expect(session.setServers({ more: scripted('--count', count) })).rejects.toMatchObject({ code: 'closed' })
    await expect(session.connect('nobody')).rejects.toMatchObject({ code: 'unknown-server' })
    await session.disconnect('ready')
    expect([session.tools(), session.prompt()]).toEqual([[], ''])
    expect(await session.call('mcp__ready__echo', {})).toMatchObject({
      code: 'not-connected',
      content: [{ text: 'the session is closed' }],
    })
    expect(linesOf(count)).toHaveLength(started)
  })
})
