import { McpError } from '@harness-mcp/result-adapter'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { Config, parseConfig } from '../../src/config/config.js'

const stdio = { serverName: 'files', transport: 'stdio', command: 'my-server' }
const http = { serverName: 'web', transport: 'streamable-http', url: 'https://example.com/mcp' }

function problemsOf(input: unknown): string[] {
  try {
    parseConfig(input)
  } catch (error) {
    if (error instanceof McpError && error.code === 'invalid-config') return error.message.split('\n  ').slice(1)
    throw error
  }
  throw new Error('the configuration was accepted')
}

describe('defaults', () => {
  test('the shortest stdio configuration gets every documented default', () => {
    expect(parseConfig(stdio)).toEqual({
      ...stdio,
      args: [],
      env: {},
      disabled: false,
      toolCallTimeoutMs: 60_000,
      maxTotalTimeoutMs: 600_000,
      connectTimeoutMs: 60_000,
      maxInstructionBytes: 32_768,
      maxMessageBytes: 67_108_864,
      failOnStartupError: false,
      reconnect: { enabled: true, initialDelayMs: 500, maxDelayMs: 30_000, maxAttempts: 10 },
      tools: { deny: [] },
    })
  })

  test.each(['streamable-http', 'sse'])('the shortest %s configuration has no headers', (transport) => {
    expect(parseConfig({ ...http, transport })).toMatchObject({ transport, url: http.url, headers: {} })
  })

  test('one reconnect setting keeps the defaults of the others', () => {
    expect(parseConfig({ ...stdio, reconnect: { maxAttempts: 3 } }).reconnect).toEqual({
      enabled: true,
      initialDelayMs: 500,
      maxDelayMs: 30_000,
      maxAttempts: 3,
    })
  })
})

describe('problems', () => {
  test('every problem is reported at once, each with its path', () => {
    const problems = problemsOf({
      serverName: 'two words',
      transport: 'stdio',
      comand: 'my-server',
      args: '-v',
      env: { PORT: 80 },
      toolCallTimeoutMs: 0,
      maxTotalTimeoutMs: -1,
      connectTimeoutMs: Infinity,
      reconnect: { maxAttemps: 1, initialDelayMs: 2 ** 31 },
      tools: { allow: [''], denny: [] },
    })
    expect(problems.map((problem) => problem.split(':')[0] ?? '').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'args',
      'command',
      'connectTimeoutMs',
      'env.PORT',
      'maxTotalTimeoutMs',
      'reconnect',
      'reconnect.initialDelayMs',
      'serverName',
      'toolCallTimeoutMs',
      'tools',
      'tools.allow.0',
      'unknown key "comand"',
    ])
  })

  test('a missing transport does not hide the problems of the fields that are there', () => {
    expect(problemsOf({ serverName: 'web', url: 'https://x.example', headers: { A: 'b\r\nc' } })).toEqual([
      "transport: expected 'stdio', 'streamable-http' or 'sse'",
      expect.stringMatching(/^headers\.A: /),
    ])
  })

  test('an unknown transport is named with the accepted values', () => {
    expect(problemsOf({ ...stdio, transport: 'websocket' })).toEqual([
      "transport: expected 'stdio', 'streamable-http' or 'sse'",
    ])
  })

  test('a missing field says that it is required', () => {
    expect(problemsOf({ serverName: 'files', transport: 'stdio' })).toEqual(['command: required, expected string'])
  })

  test.each([[null], [[]], ['text'], [7], [undefined]])('%j is no configuration', (input) => {
    expect(problemsOf(input)).toEqual([expect.stringContaining('expected object')])
  })

  test('the message names the server first when its name is valid', () => {
    expect(() => parseConfig({ ...stdio, command: 1 })).toThrow(/^files: invalid configuration:\n {2}command: /)
    expect(() => parseConfig({ ...stdio, serverName: 'a b', command: 1 })).toThrow(/^invalid configuration:\n/)
  })
})

describe('limits', () => {
  test.each(['toolCallTimeoutMs', 'maxTotalTimeoutMs', 'connectTimeoutMs'])(
    '%s is a whole number that a timer can hold',
    (field) => {
      for (const good of [1, 2_147_483_647])
        expect(parseConfig({ ...stdio, [field]: good })).toHaveProperty(field, good)
      for (const bad of [0, -1, 1.5, Infinity, NaN, 2 ** 31, '1000', null]) {
        expect(problemsOf({ ...stdio, [field]: bad })).toEqual([expect.stringContaining(`${field}: `)])
      }
    },
  )

  test.each(['initialDelayMs', 'maxDelayMs'])('reconnect.%s is a whole number that a timer can hold', (field) => {
    expect(parseConfig({ ...stdio, reconnect: { [field]: 2_147_483_647 } }).reconnect).toHaveProperty(
      field,
      2_147_483_647,
    )
    for (const bad of [0, 2 ** 31, Infinity]) {
      expect(problemsOf({ ...stdio, reconnect: { [field]: bad } })).toEqual([
        expect.stringContaining(`reconnect.${field}: `),
      ])
    }
  })

  test.each([
    ['maxInstructionBytes', 1, 0],
    ['maxMessageBytes', 1024, 1023],
    ['maxModelBytes', 1, 0],
  ])('%s is at least %d', (field, least, less) => {
    expect(parseConfig({ ...stdio, [field]: least })).toHaveProperty(field, least)
    expect(problemsOf({ ...stdio, [field]: less })).toEqual([expect.stringContaining(`${field}: `)])
  })

  test('maxMessageBytes ends where a text could no longer hold the message', () => {
    expect(parseConfig({ ...stdio, maxMessageBytes: 536_870_888 })).toHaveProperty('maxMessageBytes', 536_870_888)
    expect(problemsOf({ ...stdio, maxMessageBytes: 536_870_889 })).toEqual([
      expect.stringContaining('maxMessageBytes: '),
    ])
  })

  test('reconnect.maxAttempts is at least 1', () => {
    expect(problemsOf({ ...stdio, reconnect: { maxAttempts: 0 } })).toEqual([
      expect.stringContaining('reconnect.maxAttempts: '),
    ])
  })

  test('serverName has 1 to 32 characters of the alphabet of public names', () => {
    expect(parseConfig({ ...stdio, serverName: `${'a'.repeat(28)}_-Z9` }).serverName).toHaveLength(32)
    for (const bad of ['', 'a'.repeat(33), 'a.b', 'a b', 'ä', 'a\n', 'a/b', 7]) {
      expect(problemsOf({ ...stdio, serverName: bad })).toEqual([expect.stringContaining('serverName: ')])
    }
  })

  test.each(['command', 'cwd'])('an empty %s is refused', (field) => {
    expect(problemsOf({ ...stdio, [field]: '' })).toEqual([expect.stringContaining(`${field}: `)])
  })
})

describe('the environment', () => {
  test.each([
    ['', 'env.: expected the name of a variable: not empty, without "=" and NUL'],
    ['A=B', 'env.A=B: expected the name of a variable: not empty, without "=" and NUL'],
    ['=', 'env.=: expected the name of a variable: not empty, without "=" and NUL'],
    ['A\0', 'env.A\0: expected the name of a variable: not empty, without "=" and NUL'],
  ])('with the key %j is refused with the reason', (name, problem) => {
    expect(problemsOf({ ...stdio, env: { GOOD: '1', [name]: 'x' } })).toEqual([problem])
  })

  test.each(['A', 'a_b', 'ProgramFiles(x86)', 'with space', 'Ä'])('may have the key %j', (name) => {
    expect(parseConfig({ ...stdio, env: { [name]: '' } })).toHaveProperty('env', { [name]: '' })
  })
})

describe('the URL and the headers', () => {
  test.each(['http://localhost:3000/mcp', 'https://example.com', 'http://[::1]:3000/'])('%s is accepted', (url) => {
    expect(parseConfig({ ...http, url })).toHaveProperty('url', url)
  })

  test.each([
    'nonsense',
    '',
    '/mcp',
    'http://',
    'ftp://example.com',
    'file:///etc/passwd',
    'ws://example.com',
    'javascript:alert(1)',
  ])('%j is no http or https URL', (url) => {
    expect(problemsOf({ ...http, url })).toEqual(['url: expected an http or https URL'])
  })

  test.each(['https://user:password@example.com', 'https://token@example.com', 'https://:password@example.com'])(
    'credentials in the URL are refused and not repeated',
    (url) => {
      const problems = problemsOf({ ...http, url })
      expect(problems).toEqual(['url: credentials in the URL are refused: put them in headers'])
    },
  )

  test.each(['a\r\nb', 'a\nb', 'a\rb', 'a\0b', 'a\u0001b', 'a\u007fb', '令牌'])('%j is no header value', (value) => {
    expect(problemsOf({ ...http, headers: { Authorization: value } })).toEqual([
      expect.stringContaining('headers.Authorization: '),
    ])
  })

  test.each(['Accept', 'mcp-session-id', 'Content-Length'])('%s is refused with the reason', (name) => {
    expect(problemsOf({ ...http, headers: { [name]: 'x' } })).toEqual([
      `headers.${name}: this header belongs to the protocol and cannot be configured`,
    ])
  })

  test.each(['', 'Bearer abc', 'a\tb', 'größe'])('%j is a header value', (value) => {
    expect(parseConfig({ ...http, headers: { 'X-Key': value } })).toHaveProperty(['headers', 'X-Key'], value)
  })

  test.each(['', 'bad name', 'bad:name', 'bad\nname', 'naïve'])('%j is no header name', (name) => {
    expect(problemsOf({ ...http, headers: { [name]: 'x' } })).toHaveLength(1)
  })
})

describe('Config as a schema', () => {
  test('its Standard Schema interface gives the same values and reports every problem with its path', async () => {
    expect(await Config['~standard'].validate(stdio)).toEqual({ value: parseConfig(stdio) })
    const result = await Config['~standard'].validate({ serverName: 'x y', reconnect: { maxDelayMs: 0 } })
    expect(result.issues?.map(({ path }) => path?.map(String).join('.'))).toEqual([
      'transport',
      'serverName',
      'reconnect.maxDelayMs',
      'command',
    ])
  })

  test('it is a zod schema: safeParse never throws', () => {
    for (const input of [undefined, null, 'x', { transport: 'sse', url: 'nonsense' }, { ...http, url: 'http://' }]) {
      expect(Config.safeParse(input).success).toBe(false)
    }
  })

  test('its JSON Schema requires only what has no default, refuses unknown keys and describes every field', () => {
    const { oneOf = [] } = z.toJSONSchema(Config, { io: 'input' })
    expect(oneOf.map(({ required, additionalProperties }) => ({ required, additionalProperties }))).toEqual([
      { required: ['serverName', 'transport', 'command'], additionalProperties: false },
      { required: ['serverName', 'transport', 'url'], additionalProperties: false },
      { required: ['serverName', 'transport', 'url'], additionalProperties: false },
    ])
    const undescribed = oneOf.flatMap(({ properties = {} }) =>
      Object.entries(properties).flatMap(([name, field]) => (Object(field).description?.endsWith('.') ? [] : [name])),
    )
    expect(undescribed).toEqual(['transport', 'transport', 'transport'])
  })
})

describe('what the system or the protocol would not take', () => {
  test.each([
    ['a NUL', { serverName: 's', transport: 'stdio', command: 'a\0', args: ['b\0'], env: { C: '\0' }, cwd: '\0' }, 4],
    [
      'reserved headers',
      { serverName: 's', transport: 'sse', url: 'http://x', headers: { Host: 'y', 'MCP-Session-Id': 'z' } },
      2,
    ],
  ])('%s is refused, with the path', (_, config, problems) => {
    const result = Config.safeParse(config)
    expect(result.error?.issues).toHaveLength(problems)
  })
})
