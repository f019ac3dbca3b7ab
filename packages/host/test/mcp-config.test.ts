import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import {
  eventually,
  everythingStdio,
  filesystemStdio,
  labServer,
  linesOf,
  memoryStdio,
  processesOf,
  scripted,
  startEverythingHttp,
} from '@harness-mcp/lab'
import { freshFolder } from '@harness-mcp/lab/vitest'
import { describe, expect, it, onTestFinished } from 'vitest'

import { cli, cliJson, type JsonDocument, startCli } from './support/cli.js'
import { configFile, serversFile } from './support/config.js'
import { clientFile } from './support/mcp-servers.js'

describe('prints of the file of a desktop client what it prints of a cordis.yml', () => {
  const modern = { modern: labServer('modern-stdio') }

  it.each([
    ['tools', ['tools']],
    ['tools for programs', ['tools', '--json']],
    ['a call', ['call', 'mcp__modern__add', '{"a": 19, "b": 23}']],
    ['a call for programs', ['call', 'mcp__modern__add', '{"a": 19, "b": 23}', '--json']],
    ['a call that fails', ['call', 'mcp__modern__fail', '{"reason": "no paper"}']],
    ['a call of a tool that is not there', ['call', 'mcp__modern__ad']],
    ['the progress of a call', ['call', 'mcp__modern__slow', '{"ms": 40}']],
    ['documents', ['resources']],
    ['templates for programs', ['templates', 'modern', '--json']],
    ['one document', ['read', 'modern', 'lab://documents/menu']],
    ['a document that is not there', ['read', 'modern', 'lab://documents/nothing']],
    ['a document of a server that is not there', ['read', 'moder', 'x://y']],
    ['the prompt', ['prompt']],
    ['the prompt for programs', ['prompt', '--json']],
    ['the status', ['status']],
  ])('%s', async (_case, words) => {
    const [ours, theirs] = await Promise.all([
      cli(...words, '--config', serversFile(modern)),
      cli(...words, '--mcp-config', clientFile(modern)),
    ])
    expect(theirs).toEqual(ours)
  })

  it('the status and the tools of several servers, one of which does not start', async () => {
    // Or it may be at its second attempt when the others are ready.
    const broken = { ...scripted('--exit-at-once', '3'), reconnect: { enabled: false } }
    const servers = { broken, old: scripted(), everything: everythingStdio() }
    for (const verb of ['status', 'tools']) {
      const ours = await cliJson(verb, '--config', serversFile(servers))
      const theirs = await cliJson(verb, '--mcp-config', clientFile(servers))
      expect([theirs.code, withoutTimes(theirs.json)]).toEqual([ours.code, withoutTimes(ours.json)])
      expect(linesIn(theirs.stderr)).toEqual(linesIn(ours.stderr))
    }
  })

  it('a call to a server that did not start', async () => {
    const servers = { broken: scripted('--exit-at-once', '3') }
    const words = ['call', 'mcp__broken__echo', '{}']
    const theirs = await cli(...words, '--mcp-config', clientFile(servers))
    expect([theirs.code, theirs.stdout]).toEqual([1, ''])
    expect(theirs.stderr).toContain('"mcp__broken__echo" cannot be called: broken is not ready (')
  })
})

describe('runs the files of clients', () => {
  it('Claude Desktop, with servers from npm', async () => {
    const folder = freshFolder()
    const { command, args } = filesystemStdio(folder)
    const file = clientFile({
      'my files': { command, args },
      memory: memoryStdio(join(folder, 'memory.jsonl')),
      off: { command: 'x', disabled: true },
    })
    const { code, json, stderr } = await cliJson('status', '--mcp-config', file)
    expect(code).toBe(0)
    expect(json.servers.map(({ server, state }: JsonDocument) => [server, state])).toEqual([
      ['my_files', 'ready'],
      ['memory', 'ready'],
      ['off', 'disabled'],
    ])
    expect(stderr).toContain(`warning: ${file}: my files: is called my_files here\n`)
    const note = JSON.stringify({ path: join(folder, 'note.txt'), content: 'written by a test' })
    expect(await cli('call', 'mcp__my_files__write_file', note, '--mcp-config', file)).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder, 'note.txt'), 'utf8')).toBe('written by a test')
  })

  it('VS Code, with comments, a variable and an input that nobody can type in', async () => {
    const { command, args } = scripted()
    const file = configFile(
      `{
        // What the editor asks for.
        "inputs": [{ "type": "promptString", "id": "key", "password": true }],
        "servers": {
          "modern": { "type": "stdio", "command": ${JSON.stringify(command)}, "args": ["\${env:LAB_MODERN}"], },
          "keyed": { "type": "stdio", "command": "x", "env": { "KEY": "\${input:key}" } },
          "old": { "type": "stdio", "command": ${JSON.stringify(command)}, "args": ${JSON.stringify(args)} }, /* last */
        },
      }`,
      'mcp.json',
    )
    const running = startCli(['status', '--json', '--mcp-config', file, '--expand-env'], [], {
      LAB_MODERN: labServer('modern-stdio').args?.[0] ?? '',
    })
    const { code, stdout, stderr } = await running.ended
    const { servers, failedEntries }: JsonDocument = JSON.parse(stdout)
    expect([code, failedEntries]).toEqual([1, [{ id: 'keyed', reason: 'nothing is known for ${input:key}' }]])
    expect(servers.map(({ server, state, revision }: JsonDocument) => [server, state, revision])).toEqual([
      ['modern', 'ready', '2026-07-28'],
      ['old', 'ready', '2025-11-25'],
    ])
    expect(stderr).toContain(`warning: ${file}: keyed: left out: nothing is known for \${input:key}\n`)
  })

  it('Cursor and Claude Code, with servers over HTTP and SSE', async () => {
    const [http, sse] = [await startEverythingHttp(), await startEverythingHttp({ sse: true })]
    onTestFinished(async () => {
      await http.close()
      await sse.close()
    })
    const file = clientFile({ web: { url: http.url }, old: { type: 'sse', url: sse.url } })
    const { code, json } = await cliJson('tools', '--mcp-config', file)
    expect(code).toBe(0)
    expect(json.servers.map(({ server, tools }: JsonDocument) => [server, tools.length > 10])).toEqual([
      ['web', true],
      ['old', true],
      [null, false],
    ])
  })

  it('without filling in variables, unless that is asked for', async () => {
    const file = clientFile({ old: { ...scripted(), env: { TOKEN: '${SECRET_OF_MINE}' } } })
    const { stderr } = await startCli(['status', '--mcp-config', file], [], { SECRET_OF_MINE: 'abc' }).ended
    expect(stderr).toContain('${SECRET_OF_MINE} stays as it is: variables are filled in only when asked for')
    expect(stderr).toContain('--expand-env fills in variables from the environment')
  })

  it('and one wrong server costs only itself', async () => {
    const file = clientFile({
      wrong: { command: 5 },
      nothing: {},
      modern: labServer('modern-stdio'),
    })
    const { code, stdout, stderr } = await cli('call', 'mcp__modern__echo', '{"text": "hello"}', '--mcp-config', file)
    expect([code, stdout]).toEqual([0, 'hello\n'])
    expect(stderr).toContain(`warning: ${file}: wrong: left out: `)
    expect(stderr).toContain(`warning: ${file}: nothing: left out: `)
  })

  it('and shows in the status what could not become a server', async () => {
    const file = clientFile({ 'wrong\u001b[2J one': { command: 5 }, modern: labServer('modern-stdio') })
    const { code, stdout } = await cli('status', '--mcp-config', file)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^modern +ready /m)
    expect(stdout).toMatch(/^wrong\[2J one +failed +command: Invalid input: expected string/m)
  })

  it('and takes one without servers', async () => {
    expect(await cli('status', '--mcp-config', clientFile({}))).toMatchObject({
      code: 0,
      stdout: 'no servers\n',
      stderr: '',
    })
  })
})

describe('a wrong file is one sentence, and ends with 2', () => {
  it.each([
    ['a value that is missing', '{\n  "mcpServers": {\n    "a": { "command": }\n  }\n}', ':3:23: not valid JSON.'],
    ['a text that breaks off', '{\n  "mcpServers": {', ':2:18: not valid JSON.'],
    ['a text that is empty', '', ': the file is not JSON.'],
    ['YAML', '- id: a\n', ':1:1: not valid JSON.'],
    ['no servers', '{ "editor.fontSize": 12 }', ': the file has no servers: expected an object mcpServers, servers, '],
    ['a list', '[]', ': the file has no servers: '],
    ['the text null', 'null', ': the file has no servers: '],
  ])('%s', async (_case, text, sentence) => {
    const file = configFile(text, 'mcp.json')
    const { code, stdout, stderr } = await cli('tools', '--mcp-config', file)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`error: ${file}${sentence}`)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  it.each([
    ['one that is not there', ['--mcp-config', '/no/such/mcp.json'], '/no/such/mcp.json: there is no such file.'],
    ['a folder', ['--mcp-config', '/'], '/: the file cannot be read: '],
    ['two at once', ['--mcp-config', 'a.json', '--config', 'b.yml'], `'--mcp-config <file>' cannot be used with`],
    ['none, but variables', ['--expand-env'], '--expand-env is about the file of --mcp-config, and none is named.'],
  ])('%s', async (_case, words, sentence) => {
    const { code, stdout, stderr } = await cli('tools', ...words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
  })

  it('never quotes a secret of the file', async () => {
    const file = configFile('{ "mcpServers": { "a": { "env": { "TOKEN": sk-secret-value } } } }', 'mcp.json')
    expect((await cli('tools', '--mcp-config', file)).stderr).not.toContain('secret-value')
  })
})

describe('while it runs', () => {
  it('takes an edit by difference, and one with a mistake not at all', async () => {
    const folder = freshFolder()
    const counted = (name: string) => scripted('--count', join(folder, name))
    const file = clientFile({ kept: counted('kept'), gone: counted('gone') })
    const running = startCli(['status', '--watch', '--json', '--mcp-config', file])
    await running.says(`Watching ${file}. End with Ctrl-C.`)
    const states = (name: string): string[] =>
      running
        .stdout()
        .split('\n')
        .slice(0, -1)
        .map((line): JsonDocument => JSON.parse(line))
        .filter(({ server }) => server === name)
        .map(({ state }) => state)
    edit(file, '{ "mcpServers": { "kept": } }')
    await running.says(`warning: the edit is not taken: ${file}:1:27: not valid JSON.`)
    edit(file, JSON.stringify({ mcpServers: { kept: counted('kept'), added: counted('added'), wrong: 5 } }))
    await eventually('the added one is ready', () => states('added').at(-1) === 'ready')
    await eventually('the other one is gone', () => states('gone').at(-1) === 'closed')
    await running.prints('{"id":"wrong","reason":"it is not an object"}\n')
    expect(states('kept')).toEqual(['ready'])
    running.kill('SIGINT')
    expect((await running.ended).code).toBe(130)
    expect(['kept', 'gone', 'added'].map((name) => linesOf(join(folder, name)).length)).toEqual([1, 1, 1])
    expect(processesOf(folder)).toEqual([])
  })
})

function edit(file: string, text: string): void {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

function linesIn(text: string): string[] {
  return text.split('\n').toSorted()
}

function withoutTimes(json: JsonDocument): unknown {
  return JSON.parse(
    JSON.stringify(json, (key, value: unknown) => (['since', 'nextAttemptAt'].includes(key) ? 0 : value)),
  )
}
