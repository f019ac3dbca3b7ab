import { join } from 'node:path'

import { eventually, filesystemStdio, labServer, linesOf, processesOf, scripted } from '@harness-mcp/lab'
import { freshFolder } from '@harness-mcp/lab/vitest'
import { describe, expect, it } from 'vitest'

import type { Ended, JsonDocument } from '../support/cli.js'
import { configFile, entryText, serversFile } from '../support/config.js'
import { clientFile } from '../support/mcp-servers.js'
import { servers, startServers } from '../support/prompt.js'

const modern = { modern: labServer('modern-stdio') }

describe('lines of a script', () => {
  it('manage one server: each says what came of it', async () => {
    const count = join(freshFolder(), 'count')
    const file = clientFile({ old: scripted('--count', count) })
    const lines = ['disconnect old', 'connect old', 'reconnect old', 'disable old', 'enable old']
    const { code, stdout } = await servers(lines, '--mcp-config', file)
    expect([code, stdout.split('\n')]).toEqual([
      0,
      [
        'old: closed, disconnected',
        'old: ready, 1 tools',
        'old: ready, 1 tools',
        'old: disabled',
        'old: ready, 1 tools',
        '',
      ],
    ])
    expect(linesOf(count)).toHaveLength(4)
    expect(processesOf(count)).toEqual([])
  })

  it('show the states in the words of the verb, and a server that was ended is no failure', async () => {
    const file = clientFile({ ...modern, off: { ...scripted(), disabled: true } })
    const { code, stdout } = await servers(['status', 'disconnect modern', 'status'], '--mcp-config', file)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^modern +ready +modern +2026-07-28 +7 +lab-modern 1\.0\.0$/m)
    expect(stdout).toMatch(/^off +disabled .*$/m)
    expect(stdout).toMatch(/^modern +closed +0 +disconnected$/m)
  })

  it('list the tools of all servers or of one, and of one that is ended none', async () => {
    const file = clientFile({ ...modern, files: filesystemStdio(freshFolder()) })
    const { stdout } = await servers(['tools modern', 'disconnect files', 'tools files', 'tools'], '--mcp-config', file)
    const [one, none, all] = stdout.split(/(?<=tokens in every request.*\n)/)
    expect(one).toMatch(/^modern: 7 tools, about [^]*mcp__modern__add +Adds two numbers\.[^]*^7 tools, about /m)
    expect(none).toMatch(/files: 0 tools, about 0 tokens\n\n0 tools, about 0 tokens/)
    expect(all).toMatch(/^modern: 7 tools[^]*^files: 0 tools[^]*^of the harness itself: 3 tools[^]*^10 tools/m)
  })

  it('connect a disabled server, which an end of standard input ends', async () => {
    const count = join(freshFolder(), 'count')
    const file = clientFile({ off: { ...scripted('--count', count), disabled: true } })
    const { code, stdout } = await servers(['connect off'], '--mcp-config', file)
    expect([code, stdout]).toEqual([0, 'off: ready, 1 tools\n'])
    expect(processesOf(count)).toEqual([])
  })

  it('may be empty, comments, or the last one without an end', async () => {
    const running = startServers('--mcp-config', clientFile(modern))
    running.type('\n  # status\n   disconnect    modern')
    running.endInput()
    expect(await running.ended).toMatchObject({ code: 0, stdout: 'modern: closed, disconnected\n' })
  })

  it('are shown help', async () => {
    const { code, stdout } = await servers(['help'], '--mcp-config', clientFile({}))
    expect(code).toBe(0)
    for (const usage of ['status', 'connect NAME', 'tools [NAME]', 'quit']) expect(stdout).toContain(`\n${usage} `)
  })

  it('end at quit, whatever follows and while standard input is open', async () => {
    const running = startServers('--mcp-config', clientFile(modern))
    running.type('quit\ndisconnect modern\n')
    expect(await running.ended).toMatchObject({ code: 0, stdout: '' })
  })

  it('that fail make the exit code 1, and the others are done', async () => {
    const file = clientFile({ ...modern, broken: scripted('--exit-at-once', '3') })
    const lines = ['conect modern', 'connect moder', 'connect', 'status now', 'connect broken', 'disconnect modern']
    const { code, stdout, stderr } = await servers(lines, '--mcp-config', file)
    expect([code, stdout]).toEqual([1, 'modern: closed, disconnected\n'])
    const [command, name, missing, extra, broken] = stderr.split('\n').filter((line) => line.startsWith('error: '))
    expect([command, name, missing, extra]).toEqual([
      'error: there is no command "conect". Did you mean "connect"?',
      'error: there is no server "moder". Did you mean "modern"?',
      'error: the command is: connect NAME',
      'error: the command is: status',
    ])
    expect(broken).toMatch(/^error: broken is not ready \((backoff|failed): .*3/)
  })

  it('manage the servers of a cordis.yml too', async () => {
    const off = entryText('off', scripted(), { disabled: true, toolCallTimeoutMs: 1234, failOnStartupError: true })
    const file = configFile(`${entryText('modern', labServer('modern-stdio'))}- name: some-other-plugin\n${off}`)
    const { code, stdout } = await servers(['disconnect modern', 'enable off'], '--config', file)
    expect([code, stdout]).toEqual([0, 'modern: closed, disconnected\noff: ready, 1 tools\n'])
  })

  it('about a server that was left out of the configuration say why it was', async () => {
    const file = clientFile({ ...modern, odd: { command: 5 } })
    const { stderr } = await servers(['connect odd'], '--mcp-config', file)
    expect(stderr).toMatch(/^error: odd was left out of the configuration: .*command/m)
  })

  it('are not asked for when the file is wrong', async () => {
    const { code, stderr } = await servers(['status'], '--config', configFile('a: 1'))
    expect([code, stderr]).toEqual([2, expect.stringContaining('the file: expected a list of entries')])
  })
})

describe('for programs', () => {
  it('each line has an answer, and each change of a server tells of itself', async () => {
    const file = serversFile(modern)
    const lines = ['status', 'disconnect modern', 'connect modern', 'tools modern', 'connect x', 'help', 'quit']
    const objects = objectsOf(await servers(lines, '--json', '--config', file))
    const answers = objects.filter(({ event }) => event === 'answer')
    expect(answers.map(({ command, ok }) => [command, ok])).toEqual([
      ['status', true],
      ['disconnect modern', true],
      ['connect modern', true],
      ['tools modern', true],
      ['connect x', false],
      ['help', true],
      ['quit', true],
    ])
    const [status, ended, connected, tools, wrong, help] = answers
    expect(status?.servers).toEqual([expect.objectContaining({ server: 'modern', state: 'ready', toolCount: 7 })])
    expect([ended?.snapshot.state, connected?.snapshot.state, wrong?.reason]).toEqual([
      'closed',
      'ready',
      'there is no server "x". There is: modern.',
    ])
    expect(tools?.servers[0].tools.map(({ name }: JsonDocument) => name)).toContain('mcp__modern__add')
    expect(help?.commands).toContainEqual({ usage: 'connect NAME', explains: expect.stringContaining('connect') })
    const states = objects.filter(({ event }) => event === 'change').map(({ snapshot }) => snapshot.state)
    expect(states.filter((state, index) => state !== states[index - 1])).toEqual(['closed', 'connecting', 'ready'])
  })

  it('a crash is told of while nobody asks', async () => {
    const count = join(freshFolder(), 'count')
    const running = startServers('--json', '--mcp-config', clientFile({ old: scripted('--count', count) }))
    await running.says('old: ready')
    const [pid] = linesOf(count)
    process.kill(Number(pid), 'SIGKILL')
    await eventually('it is ready again', () => {
      const states = changesIn(running.stdout())
      return states.includes('backoff') && states.at(-1) === 'ready'
    })
    running.endInput()
    expect((await running.ended).code).toBe(0)
    expect(processesOf(count)).toEqual([])
  })
})

describe('Ctrl-C', () => {
  it('ends everything while nothing is typed', async () => {
    const count = join(freshFolder(), 'count')
    const running = startServers('--mcp-config', clientFile({ old: scripted('--count', count) }))
    await running.says('old: ready')
    running.kill('SIGINT')
    expect(await running.ended).toMatchObject({ code: 130, signal: null, stdout: '' })
    expect(processesOf(count)).toEqual([])
  })

  it('ends everything while a command runs', async () => {
    const count = join(freshFolder(), 'count')
    const slow = { ...scripted('--slow-start', '60000', '--count', count), disabled: true }
    const running = startServers('--mcp-config', clientFile({ slow }))
    running.type('connect slow\n')
    await eventually('the server starts', () => linesOf(count).length === 1)
    running.kill('SIGINT')
    expect(await running.ended).toMatchObject({ code: 130, signal: null, stdout: '' })
    expect(processesOf(count)).toEqual([])
  })
})

function objectsOf({ code, stdout }: Ended): JsonDocument[] {
  expect(code).toBe(1)
  return parsedLines(stdout)
}

function changesIn(stdout: string): string[] {
  return parsedLines(stdout).map(({ snapshot }) => snapshot.state)
}

function parsedLines(text: string): JsonDocument[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): JsonDocument => JSON.parse(line))
}
