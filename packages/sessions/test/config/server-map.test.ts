import { runInNewContext } from 'node:vm'

import { createSdkMcpServer } from '@harness-mcp/in-process'
import { describe, expect, it } from 'vitest'

import { parseServerMap, parseWholeMap } from '../../src/config/server-map.js'

const mine = createSdkMcpServer({ name: 'mine', version: '1.0.0', tools: [] })

function problems(map: unknown): string[] {
  return [...parseServerMap(map).broken.values()].flat()
}

it('says why a key of env or of headers is none', () => {
  const map = {
    a: { command: 'x', env: { 'A=B': '1', '': '2' } },
    b: { url: 'https://example.com', headers: { 'a b': '1', Accept: '2' } },
  }
  expect(problems(map)).toEqual([
    'mcpServers.a.env.A=B: expected the name of a variable: not empty, without "=" and NUL',
    'mcpServers.a.env.: expected the name of a variable: not empty, without "=" and NUL',
    'mcpServers.b.headers.a b: expected an HTTP header name',
    'mcpServers.b.headers.Accept: this header belongs to the protocol and cannot be configured',
  ])
})

describe('the type of a server', () => {
  it.each([
    ['a command', { command: 'x' }, 'stdio'],
    ['a command with its type', { type: 'stdio', command: 'x' }, 'stdio'],
    ['a url', { url: 'https://example.com/mcp' }, 'streamable-http'],
    ['a url with its type', { type: 'http', url: 'https://example.com/mcp' }, 'streamable-http'],
    ['a url of type sse', { type: 'sse', url: 'https://example.com/sse' }, 'sse'],
    ['a handle', mine, 'stdio'],
    ['a handle with settings', { server: mine, alwaysAllow: ['add'] }, 'stdio'],
  ])('comes from %s', (_what, value, transport) => {
    expect(parseWholeMap({ s: value }).get('s')).toMatchObject({ name: 's', config: { serverName: 's', transport } })
  })

  it.each([
    ['is missing', {}, 'mcpServers.s: expected a command (stdio), a url (http, sse) or a server (in process)'],
    ['is ambiguous', { command: 'x', url: 'https://example.com' }, 'mcpServers.s: it has both command and url'],
    ['is unknown', { type: 'carrier-pigeon', command: 'x' }, "mcpServers.s.type: expected 'stdio', 'http' or 'sse'"],
    ['does not fit', { type: 'stdio', url: 'https://example.com' }, 'mcpServers.s.command: required, expected string'],
    ['is that of no object', [], 'mcpServers.s: expected an object, a server of createSdkMcpServer() or an McpServer'],
    [
      'is that of no server',
      { server: {} },
      'mcpServers.s.server: expected a server of createSdkMcpServer() or an McpServer',
    ],
  ])('that %s is a problem', (_what, value, problem) => {
    expect(problems({ s: value })).toContain(problem)
  })
})

describe('the map', () => {
  it('reports every problem of every server at once, each with its path', () => {
    const map = {
      'a b': { command: 'x' },
      files: { command: 7, args: ['ok', 1], toolCallTimeoutMs: 0, tols: {} },
      web: { type: 'pigeon', url: 'ftp://example.com', headers: { Host: 'x' } },
      fine: { command: 'x' },
    }
    expect(problems(map)).toEqual([
      'mcpServers.a b: expected a name of 1 to 32 of the characters A-Z a-z 0-9 _ -',
      expect.stringMatching(/^mcpServers\.files\.toolCallTimeoutMs: expected a whole number from 1/),
      expect.stringMatching(/^mcpServers\.files\.command: /),
      expect.stringMatching(/^mcpServers\.files\.args\.1: /),
      expect.stringMatching(/^mcpServers\.files: unknown key "tols" \(known: type, disabled, .*alwaysAllow.*\)$/),
      "mcpServers.web.type: expected 'stdio', 'http' or 'sse'",
      'mcpServers.web.url: expected an http or https URL',
      expect.stringMatching(/^mcpServers\.web\.headers\.Host: this header belongs to the protocol/),
    ])
    expect([...parseServerMap(map).entries.keys()]).toEqual(['fine'])
    expect(() => parseWholeMap(map)).toThrow(/^invalid configuration:\n {2}mcpServers\.a b: [^]*web\.headers\.Host/)
  })

  it('fills in how health is checked, and takes nothing but whole numbers and what it knows', () => {
    const byDefault = {
      enabled: false,
      intervalMs: 30_000,
      timeoutMs: 10_000,
      degradedLatencyMs: 2_000,
      failureThreshold: 3,
    }
    const map = { plain: { command: 'x' }, on: { url: 'https://example.com', healthCheck: { enabled: true } }, mine }
    const parsed = parseWholeMap(map)
    expect(parsed.get('plain')).toMatchObject({
      healthCheck: byDefault,
      config: expect.not.objectContaining({ healthCheck: byDefault }),
    })
    expect(parsed.get('on')).toMatchObject({ healthCheck: { ...byDefault, enabled: true } })
    expect(parsed.get('mine')).toMatchObject({ healthCheck: byDefault })
    const wrong = { enabled: 'yes', intervalMs: 0, timeoutMs: 2 ** 31, failureThreshold: 1.5, interval: 1 }
    expect(problems({ s: { command: 'x', healthCheck: wrong } })).toEqual([
      expect.stringMatching(/^mcpServers\.s\.healthCheck\.enabled: /),
      'mcpServers.s.healthCheck.intervalMs: expected a whole number from 1 to 2147483647',
      'mcpServers.s.healthCheck.timeoutMs: expected a whole number from 1 to 2147483647',
      'mcpServers.s.healthCheck.failureThreshold: expected a whole number from 1 to 1000000',
      'mcpServers.s.healthCheck: unknown key "interval" (known: enabled, intervalMs, timeoutMs, degradedLatencyMs, failureThreshold)',
    ])
  })

  it.each(['transport', 'serverName', 'failOnStartupError'])('has no %s, which belongs to one client alone', (key) => {
    expect(problems({ s: { command: 'x', [key]: true } })).toEqual([expect.stringContaining(`unknown key "${key}"`)])
  })

  it.each([null, undefined, 'x', 7, []])('that is %j is refused', (map) => {
    expect(() => parseServerMap(map)).toThrow('mcpServers: expected an object of servers by name')
  })

  it.each([
    ['a Map', new Map([['s', { command: 'x' }]])],
    ['a promise', Promise.resolve({ s: { command: 'x' } })],
    ['a date', new Date(0)],
  ])('that is %s is refused, and not taken for an empty one', (_what, map) => {
    expect(() => parseServerMap(map)).toThrow('mcpServers: expected an object of servers by name')
  })

  it.each([
    ['without a prototype', Object.assign(Object.create(null), { s: { command: 'x' } })],
    ['of another realm', runInNewContext("({ s: { command: 'x' } })")],
    ['frozen', Object.freeze({ s: Object.freeze({ command: 'x', args: Object.freeze(['y']) }) })],
  ])('may be an object %s', (_what, map) => {
    expect([...parseWholeMap(map).keys()]).toEqual(['s'])
  })

  it('that cannot be read is a problem of the server where it breaks, and costs no other', () => {
    const broken = (): never => {
      throw new Error('a getter breaks')
    }
    const map = {
      get entry() {
        return broken()
      },
      field: {
        get command() {
          return broken()
        },
      },
      proxy: new Proxy({}, { has: broken, get: broken }),
      fine: { command: 'x' },
    }
    const { entries, broken: found } = parseServerMap(map)
    expect([...entries.keys()]).toEqual(['fine'])
    expect([...found.values()].flat()).toEqual(
      ['entry', 'field', 'proxy'].map((name) => `mcpServers.${name}: it cannot be read: a getter breaks`),
    )
    expect(() => parseServerMap(new Proxy({}, { ownKeys: broken }))).toThrow(
      'mcpServers: it cannot be read: a getter breaks',
    )
  })

  it('takes a server named __proto__ like any other', () => {
    const map: unknown = JSON.parse('{ "__proto__": { "command": "x" } }')
    expect(parseWholeMap(map).get('__proto__')).toMatchObject({ config: { serverName: '__proto__', command: 'x' } })
  })

  it('quotes no value that it refuses', () => {
    const secret = 'sk-very-secret'
    expect(
      problems({ s: { url: `https://user:${secret}@example.com`, headers: { a: `${secret}\n` } } }).join(),
    ).not.toContain(secret)
  })

  it('gives an object of the SDK one handle for good', () => {
    const object = { connect: async () => {}, close: async () => {}, isConnected: () => false, server: {} }
    const [one, two] = [1, 2].map(() => parseWholeMap({ s: object }).get('s')?.handle)
    expect(one).toBeDefined()
    expect(one).toBe(two)
  })
})
