import { expect, it } from 'vitest'

import { readEntries, readServerMap } from '../../src/config/entries.js'
import { configFile } from '../support/config.js'

const stdio = (serverName: string): string =>
  `{ name: '@harness-mcp/client', config: { serverName: ${serverName}, transport: stdio, command: x } }`

async function problemsOf(text: string, name?: string): Promise<string> {
  try {
    await readEntries(configFile(text, name))
    return 'none'
  } catch (error) {
    return error instanceof Error ? error.message.split('\n').slice(1).join('\n') : ''
  }
}

it('finds the servers of a file in its order, those of groups included', async () => {
  const file = configFile(`
- ${stdio('a')}
- { id: g, name: cordis:group, group: true, config: [${stdio('b')}] }
- { name: some-other-plugin, config: { anything: 1 } }
- ${stdio('c')}
`)
  expect(await readEntries(file)).toEqual([{ serverName: 'a' }, { serverName: 'b' }, { serverName: 'c' }])
})

it('leaves out servers that will not be connected', async () => {
  const file = configFile(`
- { name: '@harness-mcp/client', disabled: true, config: { nothing: of this is checked } }
- { name: '@harness-mcp/client', disabled: !!js 'true', config: { nor: is this } }
- { name: '@harness-mcp/client', config: { serverName: off, transport: stdio, command: x, disabled: true } }
`)
  expect(await readEntries(file)).toEqual([])
})

it('gives a session the servers in the spelling of a map, the disabled ones too', async () => {
  const file = configFile(`
- { name: '@harness-mcp/client', config: { serverName: a, transport: stdio, command: !!js '"x" + 1', failOnStartupError: true } }
- { name: some-other-plugin, config: { anything: 1 } }
- { id: g, name: cordis:group, group: true, config: [ { name: '@harness-mcp/client', config: { serverName: b, transport: streamable-http, url: 'http://x/mcp', disabled: true } } ] }
- { name: '@harness-mcp/client', config: { serverName: c, transport: sse, url: 'http://x/sse', toolCallTimeoutMs: 5 } }
- { name: '@harness-mcp/client', disabled: true, config: { serverName: d, transport: sse, url: 'http://x/sse' } }
`)
  const map = await readServerMap(file)
  expect(Object.keys(map)).toEqual(['a', 'b', 'c'])
  expect(map).toMatchObject({
    a: { type: 'stdio', command: 'x1' },
    b: { type: 'http', url: 'http://x/mcp', disabled: true },
    c: { type: 'sse', url: 'http://x/sse', toolCallTimeoutMs: 5 },
  })
  for (const key of ['serverName', 'transport', 'failOnStartupError']) expect(map['a']).not.toHaveProperty(key)
})

it('reads JSON as well', async () => {
  const entry = { name: '@harness-mcp/client', config: { serverName: 'a', transport: 'stdio', command: 'x' } }
  expect(await readEntries(configFile(JSON.stringify([entry]), 'cordis.json'))).toEqual([{ serverName: 'a' }])
})

it('takes an empty list', async () => {
  expect(await readEntries(configFile('[]'))).toEqual([])
})

it.each([
  ['a file that is no list', 'a: 1', '  the file: expected a list of entries, each with a name and a config'],
  ['an empty file', '', '  the file: expected a list of entries, each with a name and a config'],
  ['an entry that is no object', '- 1', '  entry 1: expected id, name and config'],
  ['an entry without a name', '- { id: a }', `  a: name: expected the name of a plugin, such as '@harness-mcp/client'`],
  [
    'an entry in a group',
    '- { id: g, name: cordis:group, group: true, config: [1] }',
    '  g / entry 1: expected id, name and config',
  ],
  [
    'a group without a list',
    '- { id: g, name: cordis:group, group: true, config: 1 }',
    '  g / : expected a list of entries, each with a name and a config',
  ],
])('names the place of %s', async (_case, text, problems) => {
  expect(await problemsOf(text)).toBe(problems)
})

it('finds a server name that is taken twice', async () => {
  expect(await problemsOf(`- ${stdio('a')}\n- ${stdio('a')}\n`)).toBe(
    '  entry 2: config.serverName: "a" is taken by entry 1',
  )
})

it('names a !!js value that cannot be evaluated', async () => {
  const text = `- { id: e, name: '@harness-mcp/client', config: { serverName: a, transport: stdio, command: !!js missing.path } }`
  expect(await problemsOf(text)).toBe('  e: config: a !!js value cannot be evaluated: missing is not defined')
})

it('names a missing transport beside the other problems', async () => {
  const problems = await problemsOf(`- { id: e, name: '@harness-mcp/client', config: { serverName: a, comand: x } }`)
  expect(problems).toContain('e: config.transport: ')
  expect(problems).toContain('unknown key "comand"')
})

it('refuses a second YAML document', async () => {
  await expect(readEntries(configFile('[]\n---\n[]\n'))).rejects.toThrow('not valid YAML: expected a single document')
})

it('refuses JSON with a mistake, and a folder', async () => {
  await expect(readEntries(configFile('[', 'cordis.json'))).rejects.toThrow('not valid JSON')
  await expect(readEntries('/')).rejects.toThrow('a configuration file ends in')
})
