import { describe, expect, test } from 'vitest'

import { discoverTools } from '../../src/discovery/discover.js'
import { connectRaw, connectWithTools } from '../support/raw-server.js'
import type { Connection } from '../../src/connection/connection.js'

const tool = (name: unknown, more: object = {}): object => ({ name, inputSchema: { type: 'object' }, ...more })

async function discover(connection: Connection, offers: (rawName: string) => boolean = () => true) {
  const warnings: string[] = []
  const signal = new AbortController().signal
  const tools = await discoverTools(connection, {
    server: 'lab',
    signal,
    offers,
    usesHeaders: false,
    warn: (text) => void warnings.push(text),
  })
  return { tools, names: tools.map(({ rawName }) => rawName), warnings }
}

async function discoverFrom(...tools: unknown[]) {
  return discover((await connectWithTools(() => ({ tools }))).connection)
}

describe('the tools of a server', () => {
  test('come in code-unit order of their public names, whatever the order of the server', async () => {
    const { names } = await discoverFrom(tool('b'), tool('a'), tool('B'), tool('_'), tool('a1'))
    expect(names).toEqual(['B', '_', 'a', 'a1', 'b'])
  })

  test('that differ only in cleaned characters are five tools', async () => {
    const { tools } = await discoverFrom(
      tool('read-file'),
      tool('read_file'),
      tool('read.file'),
      tool('文件'),
      tool('读取'),
    )
    expect(new Set(tools.map(({ name }) => name)).size).toBe(5)
  })

  test('a broken one is left out and named, and the others stay', async () => {
    const { names, warnings } = await discoverFrom(
      tool('a'),
      tool(''),
      tool('b', { inputSchema: { properties: 'object' } }),
      null,
      tool('c'),
    )
    expect(names).toEqual(['a', 'c'])
    expect(warnings).toEqual([
      'in its tool list an element was left out: it has no name; "b" was left out: the properties of its inputSchema are not an object; an element was left out: it is not an object',
    ])
  })

  test('one with a broken output schema stays, with one diagnostic', async () => {
    const { names, warnings } = await discoverFrom(tool('a', { outputSchema: 'none' }))
    expect({ names, warnings }).toEqual({
      names: ['a'],
      warnings: ['in its tool list the output schema of "a" was dropped: it is not an object'],
    })
  })

  test('a name that is listed twice makes the list invalid', async () => {
    await expect(discoverFrom(tool('a'), tool('b'), tool('a'))).rejects.toMatchObject({
      code: 'invalid-list',
      message: 'lab: the tool list is invalid: the name "a" is listed twice',
    })
  })

  test('a server that gives its one page for ever has each of its tools once', async () => {
    const { connection } = await connectWithTools(() => ({ tools: [tool('a'), tool('b')], nextCursor: '' }))
    const { names, warnings } = await discover(connection)
    expect({ names, warnings: warnings.length }).toEqual({ names: ['a', 'b'], warnings: 1 })
  })

  test('only those that are offered are given', async () => {
    const { connection } = await connectWithTools(() => ({ tools: [tool('a'), tool('b')] }))
    expect((await discover(connection, (name) => name === 'b')).names).toEqual(['b'])
  })

  test('a server without the capability is not asked', async () => {
    const initialize = (): object => ({
      protocolVersion: '2025-11-25',
      capabilities: { resources: {} },
      serverInfo: { name: 'raw', version: '1' },
    })
    const { connection, server } = await connectRaw({ initialize })
    expect({ ...(await discover(connection)), asked: server.asked('tools/list') }).toEqual({
      tools: [],
      names: [],
      warnings: [],
      asked: [],
    })
  })

  test('5,000 of them', async () => {
    const { names } = await discoverFrom(...Array.from({ length: 5_000 }, (_, index) => tool(`tool.${index}`)))
    expect(new Set(names).size).toBe(5_000)
  })

  test('a hundred thousand broken ones are one short warning', async () => {
    const { connection } = await connectWithTools(() => ({ tools: Array(100_000).fill(7) }))
    const { warnings } = await discover(connection)
    expect(warnings).toEqual([expect.stringMatching(/; and 99980 more like these$/)])
    expect(warnings.join('').length).toBeLessThan(1_500)
  })

  test('so are those whose headers are broken', async () => {
    const warnings: string[] = []
    const properties = { a: { type: 'number', 'x-mcp-header': 'X' } }
    const { connection } = await connectWithTools(() => ({
      tools: Array.from({ length: 20_000 }, (_, index) =>
        tool(`t${index}`, { inputSchema: { type: 'object', properties } }),
      ),
    }))
    await discoverTools(connection, {
      server: 'lab',
      signal: new AbortController().signal,
      offers: () => true,
      usesHeaders: true,
      warn: (message) => void warnings.push(message),
    })
    expect(warnings).toEqual([
      expect.stringMatching(/^in its tool list "t0" was left out: .*; and 19980 more like these$/),
    ])
  })

  test('100,001 of them are cut to 100,000 with one warning', async () => {
    const all = Array.from({ length: 100_001 }, (_, index) => ({ name: `t${index}` }))
    const { connection } = await connectWithTools(() => ({ tools: all }))
    const { tools, warnings } = await discover(connection)
    expect({ length: tools.length, warnings }).toEqual({
      length: 100_000,
      warnings: ['the tool list was cut short: it is too long; the 100000 tools found so far are kept'],
    })
  })
})
