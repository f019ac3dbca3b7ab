import { join } from 'node:path'

import { McpError } from '@harness-mcp/client'
import { createSdkMcpServer, tool } from '@harness-mcp/in-process'
import { eventually, labServer, linesOf, processesOf, scripted, startEverythingHttp } from '@harness-mcp/lab'
import { freshFile, freshFolder } from '@harness-mcp/lab/vitest'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'

import { createMcpSession } from '../../src/index.js'
import { names, reaches, sessionOf, states } from '../support/sessions.js'
import { warningsOf } from '../support/warnings.js'

const SLOW = ['--slow-start', '60000', '--silent-on-unknown']

const weather = tool('get_weather', 'Tells the weather.', { city: z.string() }, async ({ city }) => ({
  content: [{ type: 'text', text: `Sunny in ${city}.` }],
}))

describe('the start', () => {
  it('brings up every kind of server side by side, and one failure rejects none of the others', async () => {
    const http = await startEverythingHttp()
    onTestFinished(() => http.close())
    const session = await sessionOf({
      local: labServer('modern-stdio'),
      remote: { url: http.url },
      mine: createSdkMcpServer({ name: 'mine', version: '1.0.0', tools: [weather] }),
      off: { command: 'no-such-program', disabled: true },
      gone: { command: 'no-such-program' },
      dead: { ...scripted('--exit-at-once', '3'), reconnect: { enabled: false } },
    })
    expect(states(session)).toEqual({
      local: 'ready',
      remote: 'ready',
      mine: 'ready',
      off: 'disabled',
      gone: 'failed',
      dead: 'failed',
    })
    expect(session.status().find(({ server }) => server === 'gone')?.reason).toMatch(/"no-such-program" was not found/)
    expect(names(session)).toEqual(
      expect.arrayContaining(['mcp__local__add', 'mcp__remote__echo', 'mcp__mine__get_weather', 'read_mcp_resource']),
    )
    expect(await session.call('mcp__mine__get_weather', { city: 'Rome' })).toMatchObject({
      isError: false,
      content: [{ type: 'text', text: 'Sunny in Rome.' }],
    })
  })

  it('starts nothing for a wrong map, and reports it whole', async () => {
    const count = freshFile()
    const mcpServers = { fine: scripted('--count', count), 'a b': { command: 'x' }, none: JSON.parse('{}') }
    await expect(createMcpSession({ mcpServers })).rejects.toMatchObject({
      code: 'invalid-config',
      message: expect.stringMatching(/mcpServers\.a b: [^]*mcpServers\.none: /),
    })
    expect(linesOf(count)).toEqual([])
  })

  it('never has more than eight first attempts at once, and ends each of twelve', async () => {
    const count = freshFile()
    const entry = scripted('--count', count, '--silent-on-unknown', '--script', '{"initialize":"silent"}')
    const mcpServers = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`s${index}`, entry]))
    const session = await sessionOf(mcpServers, { startup: 'background' })
    await eventually('eight processes', () => linesOf(count).length >= 8)
    expect(processesOf(count)).toHaveLength(8)
    await session.disconnect('s0')
    await eventually('a ninth start', () => linesOf(count).length === 9)
    expect(Object.values(states(session)).filter((state) => state === 'connecting')).toHaveLength(11)
    await session.close()
    expect(processesOf(count)).toEqual([])
    expect(linesOf(count)).toHaveLength(9)
  })

  it('in the background settles at once, and the servers come up later', async () => {
    const session = await sessionOf({ s: labServer('modern-stdio') }, { startup: 'background' })
    expect(states(session)).toEqual({ s: 'connecting' })
    expect(names(session)).toEqual(['list_mcp_resource_templates', 'list_mcp_resources', 'read_mcp_resource'])
    expect(session.prompt()).toContain('["s"]')
    expect(await session.call('read_mcp_resource', { server: 's', uri: 'lab://documents/welcome' })).toMatchObject({
      isError: true,
      code: 'not-connected',
      content: [{ text: 's: not connected (connecting)' }],
    })
    await reaches(session, 's', 'ready')
    expect(names(session)).toContain('mcp__s__add')
  })

  it.each([
    ['await', { rejected: 'aborted' }],
    ['background', ['closed', 'closed']],
  ] as const)('given up while it runs (%s) leaves no process', async (startup, end) => {
    const count = freshFile()
    const abort = new AbortController()
    const starting = createMcpSession({
      mcpServers: { a: scripted('--count', count, ...SLOW), b: scripted('--count', count, ...SLOW) },
      signal: abort.signal,
      startup,
    })
    await eventually('both processes', () => linesOf(count).length === 2)
    const ended = starting.then(
      async (session) => (await reaches(session, 'b', 'closed'), Object.values(states(session))),
      (error: unknown) => ({ rejected: error instanceof McpError && String(error.code) }),
    )
    abort.abort()
    expect(await ended).toEqual(end)
    await eventually('the end of both', () => processesOf(count).length === 0)
  })

  it('given up before it began starts nothing', async () => {
    const count = freshFile()
    const mcpServers = { a: scripted('--count', count) }
    await expect(createMcpSession({ mcpServers, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    })
    expect(linesOf(count)).toEqual([])
  })

  it('of many sessions may be given up by one signal, and Node warns of no leak', async () => {
    const { signal } = new AbortController()
    const sessions = async (): Promise<unknown> =>
      Promise.all(Array.from({ length: 12 }, () => sessionOf({ s: scripted() }, { signal })))
    expect(await warningsOf(sessions)).toEqual([])
  })

  it('is not undone by an abort that comes after it', async () => {
    const abort = new AbortController()
    const session = await sessionOf({ s: labServer('modern-stdio') }, { signal: abort.signal })
    abort.abort()
    expect(await session.call('mcp__s__add', { a: 1, b: 2 })).toMatchObject({ isError: false })
  })

  it('leaves no process after many failed ones', async () => {
    const folder = freshFolder()
    const place = scripted('--count', join(folder, 'starts'), '--script', '{"initialize":"exit"}', '--exit-on-unknown')
    const session = await sessionOf({ s: { ...place, reconnect: { enabled: false } } })
    for (let round = 0; round < 5; round++) {
      await session.connect('s')
      expect(states(session)).toEqual({ s: 'failed' })
    }
    expect(linesOf(join(folder, 'starts')).length).toBeGreaterThanOrEqual(6)
    expect(processesOf(folder)).toEqual([])
  })

  it('has a server with documents and no tools ready', async () => {
    const session = await sessionOf({ docs: scripted('--no-tools') })
    expect(states(session)).toEqual({ docs: 'ready' })
    expect(names(session)).toEqual(['list_mcp_resource_templates', 'list_mcp_resources', 'read_mcp_resource'])
  })
})
