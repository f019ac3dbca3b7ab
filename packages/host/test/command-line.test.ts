import { labServer } from '@harness-mcp/lab'
import { describe, expect, it } from 'vitest'

import { cli } from './support/cli.js'
import { configFile, entryText, serversFile } from './support/config.js'

const COMMANDS = ['tools', 'call', 'resources', 'templates', 'read', 'prompt', 'status', 'servers', 'desktop', 'demo']

describe('help', () => {
  it('shows an example of each command, and the exit codes', async () => {
    const { code, stdout, stderr } = await cli('--help')
    expect([code, stderr]).toEqual([0, ''])
    for (const command of COMMANDS) expect(stdout).toContain(`  $ harness-mcp ${command}`)
    expect(stdout).toMatch(/130 +Ctrl-C/)
  })

  it('is there for each command, with an example', async () => {
    const { code, stdout } = await cli('call', '--help')
    expect(code).toBe(0)
    expect(stdout).toContain(`Example:\n  $ harness-mcp call mcp__files__list_directory '{"path": "."}'`)
  })

  it('is what one gets without a command, as a misuse', async () => {
    expect(await cli()).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage: harness-mcp') })
  })

  it('has a version', async () => {
    expect(await cli('--version')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  })
})

describe('a misuse ends with 2 and a sentence on standard error', () => {
  it.each([
    ['a wrong command', ['tols'], `unknown command 'tols'\n(Did you mean tools?)`],
    ['a wrong option', ['tools', '--jsn'], `unknown option '--jsn'\n(Did you mean --json?)`],
    ['a missing argument', ['call'], `missing required argument 'name'`],
    ['an argument too many', ['prompt', 'x'], 'too many arguments'],
    [
      'JSON that breaks off',
      ['call', 'x', '{"a": '],
      'the arguments are not valid JSON: the text ends too early, at position 6.',
    ],
    [
      'JSON with a mistake',
      ['call', 'x', '{"a": 1,}'],
      'the arguments are not valid JSON: unexpected "}" at position 8.',
    ],
    ['JSON that is no object', ['call', 'x', '[1]'], 'the arguments must be a JSON object'],
    [
      'a file that is not there',
      ['tools', '--config', '/no/such/cordis.yml'],
      '/no/such/cordis.yml: there is no such file.',
    ],
    [
      'a file of another kind',
      ['tools', '--config', 'x.toml'],
      'x.toml: a configuration file ends in .yml, .yaml, .json.',
    ],
  ])('%s', async (_case, words, sentence) => {
    expectMisuse(await cli(...words), sentence)
  })

  it('a syntax error in YAML, with its line', async () => {
    const file = configFile("- id: a\n  name: '@harness-mcp/client'\n  config: { serverName: a\n- id: b\n")
    expectMisuse(await cli('tools', '--config', file), `${file}:4:1: not valid YAML: `)
  })

  it('wrong settings, all of them with their paths, before any server is started', async () => {
    const file = configFile(
      entryText('a', labServer('modern-stdio'), { toolCallTimeoutMs: -1, comand: 'x' }) +
        entryText('b b', labServer('modern-stdio')) +
        "- name: '@harness-mcp/clent'\n",
    )
    const result = await cli('tools', '--config', file)
    expectMisuse(result, '4 problems in the configuration:')
    for (const problem of [
      'mcp-a: config.toolCallTimeoutMs: ',
      'mcp-a: config: unknown key "comand": did you mean "command"?',
      'mcp-b b: config.serverName: ',
      'entry 3: name: there is no plugin "@harness-mcp/clent": did you mean "@harness-mcp/client"?',
    ]) {
      expect(result.stderr).toContain(problem)
    }
  })

  it('an unknown tool, with the nearest one', async () => {
    const file = serversFile({ modern: labServer('modern-stdio') })
    expectMisuse(
      await cli('call', 'mcp__modern__ad', '--config', file),
      'there is no tool "mcp__modern__ad". Did you mean "mcp__modern__add"?',
    )
  })

  it('an unknown server, with the nearest one', async () => {
    const file = serversFile({ modern: labServer('modern-stdio') })
    expectMisuse(
      await cli('read', 'moder', 'x://y', '--config', file),
      'there is no server "moder". Did you mean "modern"?',
    )
  })
})

it('writes neither colours nor control characters where there is no terminal', async () => {
  const { stdout, stderr } = await cli('status', '--config', serversFile({ modern: labServer('modern-stdio') }))
  expect(`${stdout}${stderr}`).not.toContain('\u001b')
})

it('evaluates !!js values, as a harness does', async () => {
  const { command, args } = labServer('modern-stdio')
  const file = configFile(
    ['- id: mcp-lab', "  name: '@harness-mcp/client'", '  config:', '    serverName: lab', '    transport: stdio'].join(
      '\n',
    ) + `\n    command: !!js process.execPath\n    args: !!js '${JSON.stringify(args)}'\n`,
  )
  expect(command).toBe(process.execPath)
  expect(await cli('call', 'mcp__lab__echo', '{"text": "evaluated"}', '--config', file)).toMatchObject({
    code: 0,
    stdout: 'evaluated\n',
  })
})

it('takes the entries of a larger harness: groups, and services that it has mounted itself', async () => {
  const inner = entryText('grouped', labServer('modern-stdio')).replaceAll(/^/gm, '    ').trimEnd()
  const file = configFile(
    `- name: '@harness-mcp/resources'\n- name: '@deepseek-ai/dsh-tools'\n- id: g\n  name: cordis:group\n  group: true\n  config:\n${inner}\n`,
  )
  const { code, stdout, stderr } = await cli('read', 'grouped', 'lab://documents/menu', '--config', file)
  expect([code, stderr]).toEqual([0, 'grouped: ready, 7 tools, revision 2026-07-28\n'])
  expect(stdout).toContain('lentil')
})

function expectMisuse({ code, stdout, stderr }: Awaited<ReturnType<typeof cli>>, sentence: string): void {
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(sentence)
  expect(stderr).not.toMatch(/^ +at /m)
}
