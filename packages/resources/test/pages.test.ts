import type { JsonValue, McpOutcome } from '@harness-mcp/result-adapter'
import { describe, expect, it } from 'vitest'
import { createMcpResources } from '../src/index.js'
import { cursorOf, recording, signal, type RecordingProvider } from './support/providers.js'

async function list(provider: RecordingProvider, args: { cursor?: string } = {}): Promise<McpOutcome> {
  const resources = createMcpResources()
  resources.register('docs', provider)
  return resources.call('list_mcp_resources', { server: 'docs', ...args }, { signal })
}

async function valueOf(outcome: Promise<McpOutcome>): Promise<JsonValue | undefined> {
  return (await outcome).value?.structuredContent
}

/** Pages by the cursor that asks for them; `start` is the first. */
function paged(pages: { [cursor: string]: JsonValue }): RecordingProvider {
  return recording((request) => pages[cursorOf(request) ?? 'start'] ?? null)
}

describe('a list without a cursor', () => {
  it('is every page, asked for with one and the same execution', async () => {
    const provider = paged({
      start: { resources: [{ uri: 'a' }], nextCursor: 'two' },
      two: { resources: [{ uri: 'b' }, { uri: 'c' }], nextCursor: 'three' },
      three: { resources: [{ uri: 'd' }] },
    })
    expect(await valueOf(list(provider))).toEqual({
      resources: [{ uri: 'a' }, { uri: 'b' }, { uri: 'c' }, { uri: 'd' }],
    })
    expect(provider.requests.map(cursorOf)).toEqual([undefined, 'two', 'three'])
    expect(new Set(provider.executions).size).toBe(1)
  })

  it('keeps what else the first page says', async () => {
    const page = { _meta: { a: 1 }, resources: [{ uri: 'a', size: 3 }], ttlMs: 0 }
    expect(await valueOf(list(paged({ start: page })))).toEqual(page)
    const two = paged({ start: { ...page, nextCursor: 'two' }, two: { _meta: { b: 2 }, resources: [{ uri: 'b' }] } })
    expect(await valueOf(list(two))).toEqual({ ...page, resources: [{ uri: 'a', size: 3 }, { uri: 'b' }] })
  })

  it('takes an empty string for a cursor', async () => {
    const provider = paged({ start: { resources: [{ uri: 'a' }], nextCursor: '' }, '': { resources: [{ uri: 'b' }] } })
    expect(await valueOf(list(provider))).toEqual({ resources: [{ uri: 'a' }, { uri: 'b' }] })
    expect(provider.requests.map(cursorOf)).toEqual([undefined, ''])
  })

  it('ends at null', async () => {
    const provider = paged({ start: { resources: [{ uri: 'a' }], nextCursor: null } })
    expect(await valueOf(list(provider))).toEqual({ resources: [{ uri: 'a' }] })
    expect(provider.requests).toHaveLength(1)
  })

  it('ends at a cursor that is no string, keeps what was found and says so', async () => {
    const provider = paged({ start: { resources: [{ uri: 'a' }], nextCursor: 7 } })
    expect(await valueOf(list(provider))).toEqual({
      resources: [{ uri: 'a' }],
      _meta: { 'harness-mcp/incomplete': 'the server sent a nextCursor that is not a string' },
    })
  })

  it.each([
    ['the empty cursor for ever', { start: '', '': '' }, [undefined, '']],
    ['the same cursor for ever', { start: 'x', x: 'x' }, [undefined, 'x']],
    ['a cycle of two', { start: 'x', x: 'y', y: 'x' }, [undefined, 'x', 'y']],
  ])('ends at %s, keeps what was found and says so', async (_name, next, asked) => {
    const following = new Map(Object.entries(next))
    const provider = recording((request) => {
      const at = cursorOf(request) ?? 'start'
      return { resources: [{ uri: at }], nextCursor: following.get(at) ?? null }
    })
    const outcome = await list(provider)
    expect(provider.requests.map(cursorOf)).toEqual(asked)
    expect(outcome.value?.structuredContent).toEqual({
      resources: asked.map((cursor) => ({ uri: cursor ?? 'start' })),
      _meta: { 'harness-mcp/incomplete': 'the server repeated a cursor' },
    })
    expect(outcome.content).toEqual([{ type: 'text', text: expect.stringContaining('the server repeated a cursor') }])
  })

  it('ends after 1,000 pages, at a cursor that continues it', async () => {
    const provider = recording((request) => {
      const page = Number(cursorOf(request) ?? 0)
      return { _meta: { kept: true }, resources: [{ uri: `r${page}` }], nextCursor: String(page + 1) }
    })
    const value = await valueOf(list(provider))
    expect(provider.requests).toHaveLength(1_000)
    expect(value).toMatchObject({
      nextCursor: '1000',
      _meta: {
        kept: true,
        'harness-mcp/incomplete': 'the list was cut after 1000 pages; nextCursor continues it',
      },
    })
    expect(value).toHaveProperty('resources.length', 1_000)
    expect(value).toHaveProperty('resources.999.uri', 'r999')
  })

  it('ends after 100,000 items with the page that reached them whole', async () => {
    const page = Array.from({ length: 60_000 }, () => ({ uri: 'r' }))
    const provider = recording((request) => ({ resources: page, nextCursor: `${cursorOf(request) ?? ''}x` }))
    const value = await valueOf(list(provider))
    expect(value).toHaveProperty('resources.length', 120_000)
    expect(value).toMatchObject({
      nextCursor: 'xx',
      _meta: { 'harness-mcp/incomplete': 'the list was cut after 120000 items; nextCursor continues it' },
    })
  })

  it('ends after 64 MiB', async () => {
    const item = { uri: 'r', description: 'é'.repeat(10 * 1024 * 1024) }
    const provider = recording((request) => ({ resources: [item], nextCursor: `${cursorOf(request) ?? ''}x` }))
    const value = await valueOf(list(provider))
    expect(value).toHaveProperty('resources.length', 4)
    expect(value).toHaveProperty('nextCursor', 'xxxx')
  })

  it('that needs one page is never cut, whatever its size', async () => {
    const page = { resources: Array.from({ length: 150_000 }, () => ({ uri: 'r' })) }
    expect(await valueOf(list(paged({ start: page })))).toEqual(page)
  })

  it.each([null, [], 'no', {}, { resources: null }, { resources: {} }, { resourceTemplates: [] }])(
    'that comes back as %j fails with a sentence',
    async (page) => {
      const outcome = await list(recording(() => page))
      expect(outcome).toMatchObject({
        isError: true,
        code: 'protocol',
        content: [{ type: 'text', text: 'docs: the answer to resources/list has no list named "resources"' }],
      })
    },
  )

  it('fails when a later page fails: a connection that was replaced is not mixed with the old one', async () => {
    const provider = recording((request) => {
      if (cursorOf(request) === undefined) return { resources: [{ uri: 'a' }], nextCursor: 'two' }
      throw new Error('docs: the connection was replaced during the walk')
    })
    expect(await list(provider)).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'docs: the connection was replaced during the walk' }],
    })
  })

  it('asks for no further page once it is cancelled', async () => {
    const controller = new AbortController()
    const resources = createMcpResources()
    const provider = recording(() => {
      controller.abort(new Error('enough'))
      return { resources: [], nextCursor: 'two' }
    })
    resources.register('docs', provider)
    const call = resources.call('list_mcp_resources', { server: 'docs' }, { signal: controller.signal })
    await expect(call).rejects.toThrow('enough')
    expect(provider.requests).toHaveLength(1)
  })

  it('of templates collects the templates', async () => {
    const resources = createMcpResources()
    const provider = recording((request) =>
      cursorOf(request) === undefined
        ? { resourceTemplates: [{ uriTemplate: 'a/{x}' }], nextCursor: 'two' }
        : { resourceTemplates: [{ uriTemplate: 'b/{x}' }] },
    )
    resources.register('docs', provider)
    const outcome = await resources.call('list_mcp_resource_templates', { server: 'docs' }, { signal })
    expect(outcome.value?.structuredContent).toEqual({
      resourceTemplates: [{ uriTemplate: 'a/{x}' }, { uriTemplate: 'b/{x}' }],
    })
    expect(provider.requests).toEqual([
      { method: 'resources/templates/list' },
      { method: 'resources/templates/list', cursor: 'two' },
    ])
  })
})

describe('a list with a cursor', () => {
  it('is that page alone, its nextCursor unchanged', async () => {
    const page = { resources: [{ uri: 'b' }], nextCursor: ' same again ' }
    const provider = recording(() => page)
    expect(await valueOf(list(provider, { cursor: 'two' }))).toEqual(page)
    expect(provider.requests).toEqual([{ method: 'resources/list', cursor: 'two' }])
  })

  it('may be the empty one', async () => {
    const page = { resources: [], nextCursor: '' }
    const provider = recording(() => page)
    expect(await valueOf(list(provider, { cursor: '' }))).toEqual(page)
    expect(provider.requests).toEqual([{ method: 'resources/list', cursor: '' }])
  })
})
