import { McpError } from '@harness-mcp/result-adapter'
import { describe, expect, it } from 'vitest'
import { createMcpResources } from '../src/index.js'
import { library, signal, type RecordingProvider } from './support/providers.js'

interface Attempt {
  readonly text: string
  readonly docs: RecordingProvider
}

/** Calls a tool where `docs` and `web` can be seen, and gives what the model reads. */
async function attempt(tool: string, args: unknown): Promise<Attempt> {
  const resources = createMcpResources()
  const docs = library('docs', 'Hello.')
  resources.register('web', library('web', ''))
  resources.register('docs', docs)
  const outcome = await resources.call(tool, args, { signal })
  return { text: outcome.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n'), docs }
}

describe('the server of a call', () => {
  it.each([{}, { server: null }, { server: 7 }, { server: ['docs'] }, { uri: 'docs://1' }, null, 'null', 42])(
    'must be named: %j is refused with the visible names',
    async (args) => {
      const { text } = await attempt('read_mcp_resource', args)
      expect(text).toBe('"server" must name one MCP server; available: docs, web')
    },
  )

  it('must be one of the visible ones, and nothing is sent before that is known', async () => {
    const { text, docs } = await attempt('read_mcp_resource', { server: 'Docs', uri: 'docs://1' })
    expect(text).toBe('no MCP server named "Docs" is available here; available: docs, web')
    expect(docs.requests).toEqual([])
  })

  it('is not found among the members of every object', async () => {
    const { text } = await attempt('list_mcp_resources', { server: 'toString' })
    expect(text).toBe('no MCP server named "toString" is available here; available: docs, web')
  })

  it('is quoted on one line and cut when a model made up a long one', async () => {
    const { text } = await attempt('list_mcp_resources', { server: `a\n${'b'.repeat(5_000)}` })
    expect(text).toBe(`no MCP server named "a\\n${'b'.repeat(95)}…" is available here; available: docs, web`)
  })

  it('cannot be named when there is none', async () => {
    const outcome = await createMcpResources().call('list_mcp_resources', { server: 'docs' }, { signal })
    expect(outcome).toMatchObject({
      isError: true,
      code: 'tool-error',
      content: [{ type: 'text', text: 'no MCP server named "docs" is available here; there is none' }],
    })
  })
})

describe('the other arguments', () => {
  it('may come as a JSON string', async () => {
    const { docs } = await attempt('read_mcp_resource', '{"server":"docs","uri":"docs://1"}')
    expect(docs.requests).toEqual([{ method: 'resources/read', uri: 'docs://1' }])
  })

  it('that are malformed JSON are refused', async () => {
    const { text, docs } = await attempt('read_mcp_resource', '{"server":"docs",')
    expect(text).toMatch(/JSON/)
    expect(docs.requests).toEqual([])
  })

  it.each([{}, { uri: null }, { uri: 3 }])('of a read need a URI: %j is refused', async (args) => {
    const { text, docs } = await attempt('read_mcp_resource', { server: 'docs', ...args })
    expect(text).toBe('"uri" must be the URI of a document, as a string')
    expect(docs.requests).toEqual([])
  })

  it.each([3, false, ['a'], {}])('of a list refuse %j as a cursor', async (cursor) => {
    const { text, docs } = await attempt('list_mcp_resources', { server: 'docs', cursor })
    expect(text).toBe('"cursor" must be a string, the nextCursor of an earlier result')
    expect(docs.requests).toEqual([])
  })

  it('of a list may leave the cursor out as null', async () => {
    const { docs } = await attempt('list_mcp_resource_templates', { server: 'docs', cursor: null })
    expect(docs.requests).toEqual([{ method: 'resources/templates/list' }])
  })

  it.each(['', ' ', 'a b', '{{x}}', '\u0000'])('of a list pass the cursor %j through unchanged', async (cursor) => {
    const { docs } = await attempt('list_mcp_resources', { server: 'docs', cursor })
    expect(docs.requests).toEqual([{ method: 'resources/list', cursor }])
  })

  it.each(['', 'file:///a%20b', 'not a uri', 'docs://ü'])(
    'of a read pass the URI %j through unchanged',
    async (uri) => {
      const { docs } = await attempt('read_mcp_resource', { server: 'docs', uri })
      expect(docs.requests).toEqual([{ method: 'resources/read', uri }])
    },
  )
})

describe('the request of a program', () => {
  const METHODS = 'docs: "method" must be resources/list, resources/templates/list or resources/read'
  const OBJECT = 'docs: the request must be an object with a "method"'

  /** As JavaScript calls: with any value. */
  async function requested(request: unknown): Promise<Attempt> {
    const resources = createMcpResources()
    const docs = library('docs', 'Hello.')
    resources.register('docs', docs)
    const answer: unknown = Reflect.apply(resources.request, resources, ['docs', request, { signal }])
    return Promise.resolve(answer).then(
      (value) => ({ text: JSON.stringify(value), docs }),
      (error: unknown) => ({
        text: error instanceof McpError ? `${error.code}, ${error.message}` : 'no McpError',
        docs,
      }),
    )
  }

  it.each([
    [{ method: 'tools/call', name: 'rm' }, METHODS],
    [{ method: 'resources/subscribe', uri: 'docs://1' }, METHODS],
    [{ method: 'toString' }, METHODS],
    [{ method: ['resources/list'] }, METHODS],
    [{}, METHODS],
    [null, OBJECT],
    [undefined, OBJECT],
    ['resources/list', OBJECT],
    [['resources/list'], OBJECT],
    [{ method: 'resources/read' }, 'docs: "uri" must be the URI of a document, as a string'],
    [{ method: 'resources/list', cursor: 5 }, 'docs: "cursor" must be a string, the nextCursor of an earlier result'],
  ])('%j is refused before the provider is asked', async (request, reason) => {
    const { text, docs } = await requested(request)
    expect([text, docs.requests]).toEqual([`tool-error, ${reason}`, []])
  })

  it('reaches the provider with the keys of its operation and no other', async () => {
    const { docs } = await requested({ method: 'resources/read', uri: 'docs://1', cursor: 'c', name: 'rm' })
    expect(docs.requests).toEqual([{ method: 'resources/read', uri: 'docs://1' }])
  })
})
