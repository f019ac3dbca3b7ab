import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import {
  everythingStdio,
  filesystemStdio,
  labServer,
  memoryStdio,
  startEverythingHttp,
  startLegacyHttp,
  startModernHttp,
} from '@harness-mcp/lab'
import { freshFolder } from '@harness-mcp/lab/vitest'
import { afterEach, describe, expect, it } from 'vitest'

import { connect } from '../support/servers.js'

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
})
async function started<T extends { close(): Promise<void> }>(server: Promise<T>): Promise<T> {
  running.push(await server)
  return server
}

async function startedAt(server: Promise<{ url: string; close(): Promise<void> }>): Promise<{ url: string }> {
  const { url } = await started(server)
  return { url }
}

describe('the reference servers', () => {
  it('calls a tool of server-everything over stdio and shows its image', async () => {
    const server = await connect(everythingStdio())
    expect(server.snapshot()).toMatchObject({ state: 'ready', era: 'legacy', revision: '2025-11-25', reason: '' })
    expect(await server.call('mcp__s__echo', { message: 'hello' })).toEqual({
      isError: false,
      content: [{ type: 'text', text: 'Echo: hello' }],
      value: { content: [{ type: 'text', text: 'Echo: hello' }] },
    })
    const { content } = await server.call('mcp__s__get-tiny-image', {})
    expect(content).toContainEqual({ type: 'image', mediaType: 'image/png', data: expect.stringMatching(/^iVBOR/) })
  })

  it('calls a tool of server-everything over Streamable HTTP', async () => {
    const { url } = await started(startEverythingHttp())
    const server = await connect({ url })
    expect((await server.call('mcp__s__get-sum', { a: 2, b: 3 })).content).toEqual([
      { type: 'text', text: 'The sum of 2 and 3 is 5.' },
    ])
  })

  it('reads a file through server-filesystem', async () => {
    const allowed = freshFolder()
    writeFileSync(join(allowed, 'note.txt'), 'Grüße')
    const server = await connect(filesystemStdio(allowed))
    const outcome = await server.call('mcp__s__read_text_file', { path: join(allowed, 'note.txt') })
    expect(outcome).toMatchObject({ isError: false, value: { structuredContent: { content: 'Grüße' } } })
    expect(await server.call('mcp__s__read_text_file', { path: '/' })).toMatchObject({
      isError: true,
      code: 'tool-error',
    })
  })

  it('writes to and reads from server-memory', async () => {
    const server = await connect(memoryStdio(join(freshFolder(), 'graph.json')))
    await server.call('mcp__s__create_entities', {
      entities: [{ name: 'Ada', entityType: 'person', observations: [] }],
    })
    expect(await server.call('mcp__s__read_graph', {})).toMatchObject({
      value: { structuredContent: { entities: [{ name: 'Ada' }] } },
    })
  })
})

describe.each([
  { line: 'the 2.x SDK over stdio', era: 'modern', place: async () => labServer('modern-stdio') },
  {
    line: 'the 2.x SDK without older revisions',
    era: 'modern',
    place: async () => labServer('modern-stdio', '--only-modern'),
  },
  { line: 'the 1.x SDK over stdio', era: 'legacy', place: async () => labServer('legacy-stdio') },
  { line: 'the 2.x SDK over HTTP', era: 'modern', place: () => startedAt(startModernHttp({})) },
  { line: 'the 1.x SDK over HTTP', era: 'legacy', place: () => startedAt(startLegacyHttp({})) },
])('a server on $line', ({ era, place }) => {
  it('is found out, called, read and quoted', async () => {
    const server = await connect(await place())
    expect(server.snapshot()).toMatchObject({ state: 'ready', era, serverInfo: { version: '1.0.0' } })
    expect(await server.call('mcp__s__add', { a: 1, b: 2 })).toMatchObject({
      isError: false,
      value: { content: [{ type: 'text', text: '3' }], structuredContent: { sum: 3 } },
    })
    expect(await server.call('mcp__s__fail', { reason: 'no' })).toMatchObject({
      isError: true,
      code: 'tool-error',
      content: [{ type: 'text', text: 'no' }],
    })
    expect(await server.resource({ method: 'resources/read', uri: 'lab://documents/welcome' })).toMatchObject({
      contents: [{ uri: 'lab://documents/welcome' }],
    })
    expect(server.prompt()).toMatch(/^## Instructions of the MCP server s\n\nUse add for sums\./)
  })

  it('reports progress, and a cancelled call is an abort', async () => {
    const server = await connect(await place())
    const seen: number[] = []
    await server.call('mcp__s__slow', { ms: 40 }, { onProgress: ({ progress }) => seen.push(progress) })
    expect(seen).toEqual([1, 2, 3, 4])
    const abort = new AbortController()
    const call = server.call('mcp__s__slow', { ms: 60_000 }, { signal: abort.signal, onProgress: () => abort.abort() })
    await expect(call).rejects.toMatchObject({
      name: 'McpError',
      code: 'aborted',
      message: 's: the call of "slow" was cancelled',
    })
    expect(await server.call('mcp__s__echo', { text: 'still here' })).toMatchObject({ isError: false })
  })

  it('tells of a tool that the server adds', async () => {
    const server = await connect(await place())
    const before = server.tools()
    const change = new Promise((resolve) => server.subscribe((event) => event.type === 'tools' && resolve(event)))
    await server.call('mcp__s__grow', { name: 'grown' })
    expect(await change).toMatchObject({ added: ['mcp__s__grown'], removed: [], changed: [] })
    expect(server.tools()).toHaveLength(before.length + 1)
  })
})
