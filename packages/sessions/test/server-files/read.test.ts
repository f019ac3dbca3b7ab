import { scripted } from '@harness-mcp/lab'
import { describe, expect, it } from 'vitest'

import { readMcpServersJson } from '../../src/index.js'
import { sessionOf, states } from '../support/sessions.js'

const text = (value: unknown): string => JSON.stringify(value)

describe('the file of', () => {
  it.each([
    [
      'Claude Desktop',
      { mcpServers: { memory: { command: 'npx', args: ['-y', 'server-memory'], env: { A: 'b' } } } },
      { memory: { command: 'npx', args: ['-y', 'server-memory'], env: { A: 'b' } } },
    ],
    [
      'Claude Code',
      {
        mcpServers: {
          api: { type: 'streamable-http', url: 'https://e.com/mcp', headers: { A: 'b' } },
          old: { type: 'sse', url: 'https://e.com/x' },
        },
      },
      {
        api: { type: 'http', url: 'https://e.com/mcp', headers: { A: 'b' } },
        old: { type: 'sse', url: 'https://e.com/x' },
      },
    ],
    [
      'VS Code',
      {
        inputs: [{ id: 'token' }],
        servers: {
          play: { type: 'stdio', command: 'npx', cwd: '/srv/play' },
          gh: { type: 'http', url: 'https://e.com/mcp' },
        },
      },
      { play: { type: 'stdio', command: 'npx', cwd: '/srv/play' }, gh: { type: 'http', url: 'https://e.com/mcp' } },
    ],
    ['VS Code, in its settings', { mcp: { servers: { play: { command: 'npx' } } } }, { play: { command: 'npx' } }],
    [
      'Windsurf',
      { mcpServers: { r: { serverUrl: 'https://e.com/mcp', disabled: true, disabledTools: ['drop'] } } },
      { r: { url: 'https://e.com/mcp', disabled: true, tools: { deny: ['drop'] } } },
    ],
    [
      'Cline',
      {
        mcpServers: { r: { type: 'streamableHttp', url: 'https://e.com/mcp', autoApprove: ['read'], disabled: false } },
      },
      { r: { type: 'http', url: 'https://e.com/mcp', alwaysAllow: ['read'], disabled: false } },
    ],
    [
      'Gemini CLI',
      {
        mcpServers: { g: { httpUrl: 'https://e.com/sse', includeTools: ['a'], excludeTools: ['b'], description: 'x' } },
      },
      { g: { url: 'https://e.com/sse', tools: { allow: ['a'], deny: ['b'] } } },
    ],
    [
      'Zed',
      {
        context_servers: {
          z: { source: 'custom', command: { path: 'z', args: ['1'], env: { A: 'b' } }, enabled: false },
          y: { source: 'custom', command: 'y', args: [], enabled: true },
        },
      },
      { z: { command: 'z', args: ['1'], env: { A: 'b' }, disabled: true }, y: { command: 'y', args: [] } },
    ],
    [
      'one that writes the command as a list',
      { mcpServers: { o: { type: 'local', command: ['bun', 'x', 'server'], environment: { A: 'b' } } } },
      { o: { type: 'stdio', command: 'bun', args: ['x', 'server'], env: { A: 'b' } } },
    ],
    [
      'one that offers a list of tools',
      { mcpServers: { c: { command: 'x', tools: ['*'] } } },
      { c: { command: 'x', tools: { allow: ['*'] } } },
    ],
    [
      'this package',
      {
        mcpServers: {
          s: { command: 'x', toolCallTimeoutMs: 9, reconnect: { maxAttempts: 2 }, tools: { deny: ['a'] } },
        },
      },
      { s: { command: 'x', toolCallTimeoutMs: 9, reconnect: { maxAttempts: 2 }, tools: { deny: ['a'] } } },
    ],
  ])('%s is read, as text and parsed', (_client, file, servers) => {
    expect(readMcpServersJson(text(file))).toEqual({ servers, warnings: [] })
    expect(readMcpServersJson(file)).toEqual({ servers, warnings: [] })
  })

  it('any of them may have comments, trailing commas and a byte order mark', () => {
    const file = `\uFEFF// servers
      { /* of "this" project */ "servers": { "a": { "command": "x", "args": ["//not", "a /* comment */", "\\"," ,], }, }, }`
    expect(readMcpServersJson(file).servers).toEqual({ a: { command: 'x', args: ['//not', 'a /* comment */', '",'] } })
  })
})

describe('a server that is wrong', () => {
  it('costs only itself, and a warning that names it', () => {
    const file = {
      mcpServers: {
        fine: { command: 'x' },
        none: {},
        seven: 7,
        both: { command: 'x', url: 'https://e.com' },
        ws: { type: 'ws', url: 'wss://e.com' },
        secret: { url: 'https://user:sk-very-secret@e.com' },
        args: { command: 'x', args: 'sk-very-secret' },
      },
    }
    const { servers, warnings } = readMcpServersJson(file)
    expect(Object.keys(servers)).toEqual(['fine'])
    expect(warnings).toEqual([
      expect.stringMatching(/^none: left out: .*expected a command/),
      'seven: left out: it is not an object',
      expect.stringMatching(/^both: left out: .*both command and url/),
      'ws: left out: its type is none of stdio, http, streamable-http and sse',
      expect.stringMatching(/^secret: left out: .*credentials in the URL are refused/),
      expect.stringMatching(/^args: left out: .*args: /),
    ])
    expect(warnings.join()).not.toContain('sk-very-secret')
  })

  it('only in a field that is not known keeps the others, with a warning', () => {
    const { servers, warnings } = readMcpServersJson({
      mcpServers: { s: { command: 'x', timeout: 60, trust: true, envFile: '.env', gizmo: { a: 1 } } },
    })
    expect(servers).toEqual({ s: { command: 'x' } })
    expect(warnings).toEqual([
      's: "timeout" is left out: clients disagree on its unit; set toolCallTimeoutMs',
      's: "trust" is left out: list the tools in alwaysAllow',
      's: "envFile" is left out: files of variables are not read; set env',
      's: "gizmo" is left out: it is not known here',
    ])
  })

  it('is taken for sse by its URL when it says nothing else', () => {
    const { servers, warnings } = readMcpServersJson({ mcpServers: { s: { url: 'https://e.com/sse' } } })
    expect(servers).toEqual({ s: { type: 'sse', url: 'https://e.com/sse' } })
    expect(warnings).toEqual(['s: it has no type, and is taken for sse because its URL ends in /sse'])
  })
})

describe('names', () => {
  it('are cleaned, each one once, and a name that was fine stays', () => {
    const entry = { command: 'x' }
    const { servers, warnings } = readMcpServersJson({
      mcpServers: {
        'my server': entry,
        'my/server': entry,
        my_server: entry,
        '': entry,
        'naïve 中文': entry,
        ['x'.repeat(40)]: entry,
      },
    })
    expect(Object.keys(servers)).toEqual([
      'my_server_2',
      'my_server_3',
      'my_server',
      'server',
      'na_ve_',
      'x'.repeat(32),
    ])
    expect(warnings).toEqual([
      'my server: is called my_server_2 here',
      'my/server: is called my_server_3 here',
      ': is called server here',
      'naïve 中文: is called na_ve_ here',
      `${'x'.repeat(40)}: is called ${'x'.repeat(32)} here`,
    ])
  })

  it('of two sections do not meet', () => {
    const { servers } = readMcpServersJson({ mcpServers: { a: { command: 'x' } }, servers: { a: { command: 'y' } } })
    expect(servers).toEqual({ a: { command: 'x' }, a_2: { command: 'y' } })
  })

  it('may be __proto__', () => {
    const { servers } = readMcpServersJson('{ "mcpServers": { "__proto__": { "command": "x" } } }')
    expect(Object.entries(servers)).toEqual([['__proto__', { command: 'x' }]])
  })
})

describe('variables', () => {
  const file = {
    mcpServers: { s: { url: '${HOST:-https://e.com}/mcp', headers: { Authorization: 'Bearer ${env:TOKEN}' } } },
  }

  it('stay as they are unless asked for, with a warning', () => {
    const harmless = { mcpServers: { s: { command: 'x', args: ['${TOKEN}', '$HOME'] } } }
    expect(readMcpServersJson(harmless)).toEqual({
      servers: { s: { command: 'x', args: ['${TOKEN}', '$HOME'] } },
      warnings: ['s: ${TOKEN} stays as it is: variables are filled in only when asked for'],
    })
  })

  it('are filled in from what is given, and defaults where that is empty', () => {
    expect(readMcpServersJson(file, { variables: { TOKEN: '${HOST}', HOST: '' } })).toEqual({
      servers: { s: { url: 'https://e.com/mcp', headers: { Authorization: 'Bearer ${HOST}' } } },
      warnings: [],
    })
  })

  it('that nothing is known for leave the server out', () => {
    const inputs = { mcpServers: { s: { command: 'x', args: ['${input:token}', '${toString}', '${A}', '${A}'] } } }
    expect(readMcpServersJson(inputs, { variables: {} })).toEqual({
      servers: {},
      warnings: ['s: left out: nothing is known for ${input:token}, ${toString}, ${A}'],
    })
  })
})

describe('a file', () => {
  it('that is not JSON is refused without quoting it', () => {
    const read = (): unknown => readMcpServersJson('{ "mcpServers": { "a": { "env": { "KEY": sk-secret } } } }')
    expect(read).toThrow(/^the file is not JSON/)
    expect(read).not.toThrow(/secret/)
  })

  it.each(['{}', '[]', '7', 'null', '{ "mcpServers": [] }'])('%s has no servers', (json) => {
    expect(() => readMcpServersJson(json)).toThrow(/^the file has no servers/)
  })

  it('is never run', () => {
    const read = (): unknown => readMcpServersJson('{ "mcpServers": { "a": { "command": process.exit(1) } } }')
    expect(read).toThrow(/^the file is not JSON/)
  })

  it('leads to a session', async () => {
    const { servers } = readMcpServersJson(text({ mcpServers: { 'the server': scripted() } }))
    expect(states(await sessionOf(servers))).toEqual({ the_server: 'ready' })
  })
})

it('takes what it knows of OAuth, and says what it does not', () => {
  const { servers, warnings } = readMcpServersJson({
    mcpServers: {
      web: {
        type: 'http',
        url: 'https://a.example/mcp',
        oauth: { clientId: 'known', scopes: ['read'], callbackPort: 8080 },
      },
      local: { command: 'x', oauth: { clientId: 'known' } },
    },
  })
  expect(servers).toEqual({
    web: { type: 'http', url: 'https://a.example/mcp', oauth: { clientId: 'known', scopes: ['read'] } },
    local: { command: 'x' },
  })
  expect(warnings).toEqual([
    'web: oauth: "callbackPort" is left out: it is not known here',
    'local: "oauth" is left out: expected an object, beside a url',
  ])
})
