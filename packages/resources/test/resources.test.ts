import { McpError } from '@harness-mcp/result-adapter'
import { describe, expect, it } from 'vitest'
import { createMcpResources } from '../src/index.js'
import { library, recording, signal } from './support/providers.js'

const NAMES = ['list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource']

describe('registrations', () => {
  it('are listed sorted by code units and frozen', () => {
    const resources = createMcpResources()
    for (const server of ['b', 'a', 'B', '_', '-', '1']) resources.register(server, library(server, ''))
    expect(resources.servers()).toEqual(['-', '1', 'B', '_', 'a', 'b'])
    expect(Object.isFrozen(resources.servers())).toBe(true)
  })

  it('refuse a name that is taken, and keep the earlier provider', async () => {
    const resources = createMcpResources()
    resources.register('docs', library('docs', 'first'))
    const late = library('docs', 'late')
    expect(() => resources.register('docs', late)).toThrow(
      expect.objectContaining({ name: 'McpError', code: 'duplicate-server', server: 'docs' }),
    )
    expect(resources.servers()).toEqual(['docs'])
    const result = await resources.request('docs', { method: 'resources/list' }, { signal })
    expect(result).toEqual({ resources: [{ uri: 'docs://1', name: 'first' }] })
    expect(late.requests).toEqual([])
  })

  it.each(['', 'a b', 'a.b', '{{x}}', 'é', 'x'.repeat(33), 'docs\n'])('refuse %j as a name', (server) => {
    const resources = createMcpResources()
    expect(() => resources.register(server, library('x', ''))).toThrow(RangeError)
    expect(resources.servers()).toEqual([])
    expect(resources.tools()).toEqual([])
  })

  it.each([5, null, undefined, ['docs']])('refuse %j, which is no text, as a name', (server) => {
    const resources = createMcpResources()
    expect(() => Reflect.apply(resources.register, resources, [server, library('x', '')])).toThrow(RangeError)
    expect(resources.servers()).toEqual([])
  })

  it('take a name of 32 characters', () => {
    const resources = createMcpResources()
    resources.register('x'.repeat(32), library('x', ''))
    expect(resources.servers()).toEqual(['x'.repeat(32)])
  })

  it('are undone once: a second call does not remove a later registration of the same name', () => {
    const resources = createMcpResources()
    const undo = resources.register('docs', library('docs', 'first'))
    undo()
    expect(resources.servers()).toEqual([])
    resources.register('docs', library('docs', 'second'))
    undo()
    expect(resources.servers()).toEqual(['docs'])
  })

  it('take the names of object members for what they are', () => {
    const resources = createMcpResources()
    resources.register('__proto__', library('x', ''))
    resources.register('constructor', library('x', ''))
    expect(resources.servers()).toEqual(['__proto__', 'constructor'])
  })
})

describe('tools', () => {
  it('exist while there is a server', () => {
    const resources = createMcpResources()
    expect(resources.tools()).toEqual([])
    const undo = resources.register('docs', library('docs', ''))
    expect(resources.tools().map((tool) => tool.name)).toEqual(NAMES)
    undo()
    expect(resources.tools()).toEqual([])
  })

  it('are the same array until that changes', () => {
    const resources = createMcpResources()
    const none = resources.tools()
    expect(resources.tools()).toBe(none)
    const undo = resources.register('docs', library('docs', ''))
    const three = resources.tools()
    resources.register('web', library('web', ''))
    expect(resources.tools()).toBe(three)
    undo()
    expect(resources.tools()).toBe(three)
  })

  it('are frozen through and through', () => {
    const resources = createMcpResources()
    resources.register('docs', library('docs', ''))
    const frozen = (value: unknown): boolean =>
      typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen))
    expect(frozen(resources.tools())).toBe(true)
    expect(Object.isFrozen(createMcpResources().tools())).toBe(true)
  })

  it('declare their arguments', () => {
    const resources = createMcpResources()
    resources.register('docs', library('docs', ''))
    expect(
      resources.tools().map(({ name, inputSchema }) => [name, inputSchema['required'], inputSchema['properties']]),
    ).toEqual([
      ['list_mcp_resources', ['server'], { server: expect.anything(), cursor: expect.anything() }],
      ['list_mcp_resource_templates', ['server'], { server: expect.anything(), cursor: expect.anything() }],
      ['read_mcp_resource', ['server', 'uri'], { server: expect.anything(), uri: expect.anything() }],
    ])
  })
})

describe('a call', () => {
  it('gives the model a text and programs the complete result', async () => {
    const resources = createMcpResources()
    resources.register('docs', library('docs', 'Hello.'))
    const result = { contents: [{ uri: 'docs://1', mimeType: 'text/plain', text: 'Hello.' }] }
    expect(await resources.call('read_mcp_resource', { server: 'docs', uri: 'docs://1' }, { signal })).toEqual({
      isError: false,
      content: [{ type: 'text', text: `MCP server: docs\n${JSON.stringify(result)}` }],
      value: { content: [], structuredContent: result },
    })
  })

  it('goes to the named server alone', async () => {
    const resources = createMcpResources()
    const [docs, web] = [library('docs', ''), library('web', '')]
    resources.register('docs', docs)
    resources.register('web', web)
    await resources.call('read_mcp_resource', { server: 'web', uri: 'docs://1' }, { signal })
    expect(docs.requests).toEqual([])
    expect(web.requests).toEqual([{ method: 'resources/read', uri: 'docs://1' }])
  })

  it('hands the call id and the signal to the provider, in a new object each time', async () => {
    const resources = createMcpResources()
    const docs = library('docs', '')
    resources.register('docs', docs)
    const options = { signal, callId: 'call-1' }
    await resources.call('read_mcp_resource', { server: 'docs', uri: 'a' }, options)
    await resources.call('read_mcp_resource', { server: 'docs', uri: 'b' }, options)
    await resources.call('read_mcp_resource', { server: 'docs', uri: 'c' }, { signal })
    expect(docs.executions).toEqual([{ signal, callId: 'call-1' }, { signal, callId: 'call-1' }, { signal }])
    expect(new Set(docs.executions).size).toBe(3)
  })

  it('of an unknown tool is an outcome', async () => {
    const outcome = await createMcpResources().call('read_mcp_resources', {}, { signal })
    expect(outcome).toMatchObject({ isError: true, code: 'unknown-tool' })
    expect(outcome.content).toEqual([{ type: 'text', text: 'unknown tool "read_mcp_resources"' }])
  })

  it('that fails is an outcome with the code and the sentence of the provider', async () => {
    const resources = createMcpResources()
    const down = new McpError('docs: not connected', { code: 'not-connected', server: 'docs' })
    resources.register('docs', { request: () => Promise.reject(down) })
    expect(await resources.call('list_mcp_resources', { server: 'docs' }, { signal })).toMatchObject({
      isError: true,
      code: 'not-connected',
      content: [{ type: 'text', text: 'docs: not connected' }],
    })
  })

  it('survives a provider that throws before it returns a promise', async () => {
    const resources = createMcpResources()
    resources.register('docs', {
      request() {
        throw new Error('docs: broken')
      },
    })
    const outcome = await resources.call('list_mcp_resources', { server: 'docs' }, { signal })
    expect(outcome).toMatchObject({ isError: true, content: [{ type: 'text', text: 'docs: broken' }] })
  })

  it.each([undefined, null, 'text', Object.create(null), { message: 7 }])(
    'survives a provider that rejects with %j',
    async (reason) => {
      const resources = createMcpResources()
      resources.register('docs', { request: () => Promise.reject(reason) })
      const outcome = await resources.call('list_mcp_resources', { server: 'docs' }, { signal })
      expect(outcome).toMatchObject({
        isError: true,
        code: 'tool-error',
        content: [{ type: 'text', text: 'the provider failed without a reason' }],
      })
    },
  )

  it('rejects with the reason of a signal that is already aborted, and sends nothing', async () => {
    const resources = createMcpResources()
    const docs = library('docs', '')
    resources.register('docs', docs)
    const aborted = AbortSignal.abort(new Error('enough'))
    await expect(resources.call('list_mcp_resources', { server: 'docs' }, { signal: aborted })).rejects.toThrow(
      'enough',
    )
    await expect(resources.request('docs', { method: 'resources/list' }, { signal: aborted })).rejects.toThrow('enough')
    expect(docs.requests).toEqual([])
  })

  it('rejects with the reason of the signal when it is aborted on the way', async () => {
    const resources = createMcpResources()
    const controller = new AbortController()
    resources.register(
      'docs',
      recording((_request, exec) => {
        controller.abort(new Error('enough'))
        throw new Error(`the provider saw it: ${exec.signal.aborted}`)
      }),
    )
    const call = resources.call('list_mcp_resources', { server: 'docs' }, { signal: controller.signal })
    await expect(call).rejects.toThrow('enough')
  })
})

describe('a request', () => {
  it('is one page, as the server sent it', async () => {
    const resources = createMcpResources()
    const docs = recording((request) => ({ resources: [], nextCursor: 'more', asked: { ...request } }))
    resources.register('docs', docs)
    expect(await resources.request('docs', { method: 'resources/list' }, { signal })).toEqual({
      resources: [],
      nextCursor: 'more',
      asked: { method: 'resources/list' },
    })
    expect(docs.requests).toEqual([{ method: 'resources/list' }])
  })

  it('to an unknown server rejects and names the registered ones', async () => {
    const resources = createMcpResources()
    resources.register('web', library('web', ''))
    resources.register('docs', library('docs', ''))
    await expect(resources.request('dcos', { method: 'resources/list' }, { signal })).rejects.toThrow(
      expect.objectContaining({
        code: 'unknown-server',
        message: 'no MCP server named "dcos" is available here; available: docs, web',
      }),
    )
  })

  it('rejects with what the provider rejects with', async () => {
    const resources = createMcpResources()
    const down = new McpError('docs: not connected', { code: 'not-connected', server: 'docs' })
    resources.register('docs', { request: () => Promise.reject(down) })
    await expect(resources.request('docs', { method: 'resources/list' }, { signal })).rejects.toBe(down)
  })
})

describe('the prompt', () => {
  it('is empty without a server', () => {
    expect(createMcpResources().prompt()).toBe('')
  })

  it('names the servers as a sorted JSON array', () => {
    const resources = createMcpResources()
    resources.register('web', library('web', ''))
    resources.register('docs', library('docs', ''))
    expect(resources.prompt()).toBe(
      [
        '## Documents on MCP servers',
        '',
        'The tools list_mcp_resources, list_mcp_resource_templates and read_mcp_resource work on one server at a time.',
        'Pass one of these names as `server`: ["docs","web"]',
      ].join('\n'),
    )
  })

  it('is the same bytes after a provider was replaced', () => {
    const resources = createMcpResources()
    resources.register('web', library('web', ''))
    const undo = resources.register('docs', library('docs', 'old'))
    const before = resources.prompt()
    undo()
    resources.register('docs', library('docs', 'new'))
    expect(resources.prompt()).toBe(before)
  })
})
