import { describe, expect, test } from 'vitest'

import { listPages } from '../../src/discovery/pages.js'
import { connectWithTools, ErrorAnswer } from '../support/raw-server.js'

interface Walked {
  readonly items: readonly unknown[]
  readonly warnings: string[]
  readonly cursors: unknown[]
}

async function walk(page: (cursor: unknown) => unknown): Promise<Walked> {
  const { connection, server } = await connectWithTools(page)
  const warnings: string[] = []
  const signal = new AbortController().signal
  const items: unknown[] = []
  const walked = listPages(connection, {
    server: 'lab',
    method: 'tools/list',
    key: 'tools',
    signal,
    warn: (text) => void warnings.push(text),
  })
  for await (const found of walked) items.push(...found)
  return { items, warnings, cursors: server.asked('tools/list').map((params) => Object(params).cursor) }
}

/** Pages by the cursor that leads to them; the first one is under `start`. */
function pages(byCursor: Readonly<Record<string, unknown>>): (cursor: unknown) => unknown {
  return (cursor) =>
    byCursor[typeof cursor === 'string' ? cursor : 'start'] ??
    new ErrorAnswer({ code: -32_602, message: 'Unknown cursor' })
}

const twice = 'the tool list was cut short: the server gave a cursor for the second time; what was found so far is kept'

describe('a list that ends', () => {
  test('one page', async () => {
    expect(await walk(() => ({ tools: [1] }))).toEqual({ items: [1], warnings: [], cursors: [undefined] })
  })

  test('three pages, in order, with elements of any kind', async () => {
    const all = pages({
      start: { tools: [1, null], nextCursor: 'b' },
      b: { tools: [], nextCursor: 'c' },
      c: { tools: [{ a: 1 }] },
    })
    expect(await walk(all)).toEqual({ items: [1, null, { a: 1 }], warnings: [], cursors: [undefined, 'b', 'c'] })
  })

  test('the page behind an empty-string cursor is read', async () => {
    expect(await walk(pages({ start: { tools: [1], nextCursor: '' }, '': { tools: [2] } }))).toEqual({
      items: [1, 2],
      warnings: [],
      cursors: [undefined, ''],
    })
  })

  test.each([[null], [7], [{}], [false]])('%j is no cursor and ends the list', async (nextCursor) => {
    expect(await walk(() => ({ tools: [1], nextCursor }))).toMatchObject({ items: [1], warnings: [] })
  })
})

describe('a list that would not end', () => {
  const [a, b] = [{ name: 'a' }, { name: 'b' }]

  test.each(['', 'same'])(
    'a server that does not look at the cursor %j: its one page is taken once',
    async (nextCursor) => {
      expect(await walk(() => ({ tools: [a, b], nextCursor }))).toEqual({
        items: [a, b],
        warnings: [twice],
        cursors: [undefined, nextCursor],
      })
    },
  )

  test('the same cursor for ever: a page that is new is kept', async () => {
    expect(
      await walk(pages({ start: { tools: [a], nextCursor: 'x' }, x: { tools: [b], nextCursor: 'x' } })),
    ).toMatchObject({
      items: [a, b],
      warnings: [twice],
    })
  })

  test('a cycle of two pages: each is taken once', async () => {
    const cycle = pages({
      start: { tools: [a], nextCursor: '2' },
      2: { tools: [b], nextCursor: '1' },
      1: { tools: [a], nextCursor: '2' },
    })
    expect(await walk(cycle)).toEqual({ items: [a, b], warnings: [twice], cursors: [undefined, '2', '1'] })
  })

  test('a cycle that does not come back to the first page', async () => {
    const cycle = pages({
      start: { tools: [a], nextCursor: '2' },
      2: { tools: [b], nextCursor: '3' },
      3: { tools: [], nextCursor: '2' },
    })
    expect(await walk(cycle)).toMatchObject({ items: [a, b], warnings: [twice] })
  })

  test('a new cursor for ever ends after 1,000 pages', async () => {
    const { items, warnings } = await walk((cursor) => ({
      tools: [cursor ?? 0],
      nextCursor: String(Number(cursor ?? 0) + 1),
    }))
    expect(items).toHaveLength(1_000)
    expect(warnings).toEqual([
      'the tool list was cut short: it has more than 1000 pages; what was found so far is kept',
    ])
  })

  test('the 1,000th page may be the last', async () => {
    const last = (cursor: unknown): object => (cursor === '999' ? {} : { nextCursor: String(Number(cursor ?? 0) + 1) })
    expect(await walk((cursor) => ({ tools: [1], ...last(cursor) }))).toMatchObject({
      items: { length: 1_000 },
      warnings: [],
    })
  })
})

test('a page behind the one that is enough is not asked for', async () => {
  const { connection, server } = await connectWithTools((cursor) => ({
    tools: [cursor ?? 0],
    nextCursor: String(Number(cursor ?? 0) + 1),
  }))
  const signal = new AbortController().signal
  let pagesTaken = 0
  for await (const _ of listPages(connection, {
    server: 'lab',
    method: 'tools/list',
    key: 'tools',
    signal,
    warn: () => {},
  })) {
    if (++pagesTaken === 3) break
  }
  expect(server.asked('tools/list')).toHaveLength(3)
})

describe('a page that is none', () => {
  test.each([[{}], [{ tools: {} }], [{ tools: null }], [[]], ['tools']])('%j', async (page) => {
    await expect(walk(() => page)).rejects.toMatchObject({
      code: 'invalid-list',
      message: 'lab: the tool list is invalid: a page has no array "tools"',
    })
  })

  test('a second page that fails fails the list', async () => {
    await expect(walk(pages({ start: { tools: [1], nextCursor: 'b' } }))).rejects.toMatchObject({
      code: 'protocol',
      message: expect.stringContaining('-32602: Unknown cursor'),
    })
  })
})
