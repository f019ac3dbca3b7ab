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
    expect(readMcpServersJson(text(file))).toEqual({ servers, warnings: [], leftOut: [] })
    expect(readMcpServersJson(file)).toEqual({ servers, warnings: [], leftOut: [] })
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
    const { servers, warnings, leftOut } = readMcpServersJson(file)
    expect(Object.keys(servers)).toEqual(['fine'])
    expect(leftOut).toEqual([
      { name: 'none', reason: expect.stringMatching(/^expected a command/) },
      { name: 'seven', reason: 'it is not an object' },
      { name: 'both', reason: expect.stringMatching(/^it has both command and url/) },
      { name: 'ws', reason: 'its type is none of stdio, http, streamable-http and sse' },
      { name: 'secret', reason: expect.stringMatching(/^url: .*credentials in the URL are refused/) },
      { name: 'args', reason: expect.stringMatching(/^args: /) },
    ])
    expect(warnings).toEqual(leftOut.map(({ name, reason }) => `${name}: left out: ${reason}`))
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

describe('two spellings of one thing', () => {
  const one = (entry: object): unknown => {
    const { servers, warnings } = readMcpServersJson({ mcpServers: { s: entry } })
    return { server: servers['s'], warnings }
  }

  it('are joined where they are lists: what is denied in either is denied', () => {
    const entry = {
      command: 'x',
      autoApprove: ['a'],
      alwaysAllow: ['b', 'a'],
      disabledTools: ['y'],
      tools: { deny: ['z'] },
    }
    expect(one({ ...entry, excludeTools: ['w'] })).toEqual({
      server: { command: 'x', alwaysAllow: ['b', 'a'], tools: { deny: ['z', 'w', 'y'] } },
      warnings: [],
    })
  })

  it('are told of where only one can be right', () => {
    expect(one({ url: 'https://e.com/a', serverUrl: 'https://e.com/b', type: 'http', transport: 'http' })).toEqual({
      server: { url: 'https://e.com/a', type: 'http' },
      warnings: ['s: "serverUrl" is left out: there is another url'],
    })
    expect(one({ command: 'x', tools: ['a'], includeTools: ['b'] })).toEqual({
      server: { command: 'x', tools: { allow: ['a'] } },
      warnings: ['s: "includeTools" is left out: there is another list of the tools that are offered'],
    })
  })

  it('of being off are off, and what is neither yes nor no is refused', () => {
    expect(one({ command: 'x', enabled: false, disabled: false })).toMatchObject({ server: { disabled: true } })
    expect(one({ command: 'x', enabled: true, disabled: true })).toMatchObject({ server: { disabled: true } })
    for (const field of ['enabled', 'disabled']) {
      expect(one({ command: 'x', [field]: 'true' })).toEqual({
        server: undefined,
        warnings: [expect.stringMatching(/^s: left out: disabled: .*expected boolean/)],
      })
    }
  })

  it('of a command keep the arguments of both', () => {
    expect(one({ command: ['npx', '-y'], args: ['server'] })).toMatchObject({
      server: { command: 'npx', args: ['-y', 'server'] },
    })
  })
})

describe('values', () => {
  it('that are numbers or yes and no are written out where texts are meant', () => {
    const { servers, leftOut } = readMcpServersJson({
      mcpServers: {
        a: { command: 'x', args: ['--port', 8080, true], env: { PORT: 8080, DEBUG: false } },
        b: { url: 'https://e.com', headers: { 'X-Version': 2 } },
      },
    })
    expect([servers, leftOut]).toEqual([
      {
        a: { command: 'x', args: ['--port', '8080', 'true'], env: { PORT: '8080', DEBUG: 'false' } },
        b: { url: 'https://e.com', headers: { 'X-Version': '2' } },
      },
      [],
    ])
  })

  it('that are null say nothing', () => {
    const empty = {
      args: null,
      env: { A: null, B: 'b' },
      cwd: null,
      url: null,
      type: null,
      enabled: null,
      disabled: null,
    }
    const { servers, warnings } = readMcpServersJson({ mcpServers: { a: { command: 'x', ...empty } } })
    expect(servers).toEqual({ a: { command: 'x', env: { B: 'b' } } })
    expect(warnings).toEqual(['a: env: "A" is left out: it is null'])
  })

  it.each([
    ['SSE', 'sse'],
    ['HTTP', 'http'],
    ['StreamableHTTP', 'http'],
    ['Streamable-Http', 'http'],
  ])('of type may be written as %s', (type, ours) => {
    const { servers } = readMcpServersJson({ mcpServers: { s: { type, url: 'https://e.com' } } })
    expect(servers['s']).toMatchObject({ type: ours })
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
      '"": is called server here',
      'naïve 中文: is called na_ve_ here',
      `${'x'.repeat(40)}: is called ${'x'.repeat(32)} here`,
    ])
  })

  it('of two sections do not meet', () => {
    const { servers } = readMcpServersJson({ mcpServers: { a: { command: 'x' } }, servers: { a: { command: 'y' } } })
    expect(servers).toEqual({ a: { command: 'x' }, a_2: { command: 'y' } })
  })

  it('that are twice in the text are told of, because JSON keeps the last alone', () => {
    const json = '{ "mcpServers": { "a": { "command": "x" }, "a": { "command": "y", "args": [], "args": ["1"] } } }'
    expect(readMcpServersJson(json)).toMatchObject({
      servers: { a: { command: 'y', args: ['1'] } },
      warnings: [
        'mcpServers.a is there more than once: the last one is read',
        'mcpServers.a.args is there more than once: the last one is read',
      ],
    })
  })

  it('of many servers that come to the same are counted on', () => {
    const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => ['x'.repeat(40) + n, { command: 'x' }]))
    const names = Object.keys(readMcpServersJson({ mcpServers: many }).servers)
    expect(names.slice(0, 3)).toEqual(['x'.repeat(32), `${'x'.repeat(30)}_2`, `${'x'.repeat(30)}_3`])
    expect(new Set(names).size).toBe(30_000)
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
      leftOut: [],
    })
  })

  it('are filled in from what is given, and defaults where that is empty', () => {
    expect(readMcpServersJson(file, { variables: { TOKEN: '${HOST}', HOST: '' } })).toEqual({
      servers: { s: { url: 'https://e.com/mcp', headers: { Authorization: 'Bearer ${HOST}' } } },
      warnings: [],
      leftOut: [],
    })
  })

  it.each([
    ['${A:-${B}}', 'b'],
    ['${A:-${env:C:-x}/${B}}', 'x/b'],
    ['${B:-${NO}}', 'b'],
    ['${A:-}', ''],
    ['${name with.marks(x86)}', 'm'],
    ['$B %B% {{B}} ${B', '$B %B% {{B}} ${B'],
  ])('in %s come to "%s"', (arg, filled) => {
    const { servers, warnings } = readMcpServersJson(
      { mcpServers: { s: { command: 'x', args: [arg] } } },
      { variables: { B: 'b', 'name with.marks(x86)': 'm' } },
    )
    expect([servers['s'], warnings]).toEqual([{ command: 'x', args: [filled] }, []])
  })

  it.each(['${A:-${NO}}', '${env:}', '${}', '${ B }', '${B:?x}', '${ENV:B}'])('of %s nothing is known', (arg) => {
    const { leftOut } = readMcpServersJson(
      { mcpServers: { s: { command: 'x', args: [arg] } } },
      { variables: { B: 'b' } },
    )
    expect(leftOut).toEqual([{ name: 's', reason: expect.stringContaining('nothing is known for ${') }])
  })

  it('of a hostile text take no time', () => {
    const args = [
      '${A'.repeat(200_000),
      '${A:-'.repeat(200_000),
      `\${${'x'.repeat(1_000_000)}`,
      '${A:-${x}'.repeat(100_000),
    ]
    const { servers, leftOut } = readMcpServersJson({ mcpServers: { s: { command: 'x', args } } }, { variables: {} })
    expect([servers, leftOut.map(({ name }) => name)]).toEqual([{}, ['s']])
  })

  it('that nothing is known for leave the server out', () => {
    const inputs = { mcpServers: { s: { command: 'x', args: ['${input:token}', '${toString}', '${A}', '${A}'] } } }
    expect(readMcpServersJson(inputs, { variables: {} })).toEqual({
      servers: {},
      warnings: ['s: left out: nothing is known for ${input:token}, ${toString}, ${A}'],
      leftOut: [{ name: 's', reason: 'nothing is known for ${input:token}, ${toString}, ${A}' }],
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

  it('of Claude Code that has servers of projects says that they are not read', () => {
    const projects = { '/a': { mcpServers: { x: { command: 'x' } } }, '/b': { mcpServers: {} }, '/c': 1 }
    expect(readMcpServersJson({ mcpServers: {}, projects }).warnings).toEqual([
      'projects: the servers of 1 of them are left out: those of a project alone are not read',
    ])
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
