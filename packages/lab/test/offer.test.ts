import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, labServer, picturePng, startLegacyHttp, startModernHttp, type RunningHttp } from '../src/index.js'
import { connect, connectStdio, http, stdio } from './connect.js'

interface Case {
  server: string
  revision: string
  open: () => Promise<Open>
}

interface Open {
  client: Client
  close: () => Promise<void>
}

const onStdio = (mode: 'auto' | 'legacy', name: 'modern-stdio' | 'legacy-stdio', ...switches: string[]) => {
  return async (): Promise<Open> => {
    const client = await connect(stdio(labServer(name, ...switches)), mode)
    return { client, close: () => client.close() }
  }
}

const onHttp = (start: () => Promise<RunningHttp>) => {
  return async (): Promise<Open> => {
    const { url, close } = await start()
    const client = await connect(http(url))
    return { client, close: () => client.close().then(close) }
  }
}

const stateful: Case[] = [
  { server: 'modern-stdio', revision: '2026-07-28', open: onStdio('auto', 'modern-stdio') },
  { server: '--only-modern', revision: '2026-07-28', open: onStdio('auto', 'modern-stdio', '--only-modern') },
  { server: 'modern-stdio for a legacy client', revision: '2025-11-25', open: onStdio('legacy', 'modern-stdio') },
  { server: 'legacy-stdio', revision: '2025-11-25', open: onStdio('auto', 'legacy-stdio') },
  { server: 'modern HTTP', revision: '2026-07-28', open: onHttp(startModernHttp) },
  { server: 'legacy HTTP', revision: '2025-11-25', open: onHttp(startLegacyHttp) },
]

const stateless: Case = {
  server: 'legacy HTTP, stateless',
  revision: '2025-11-25',
  open: onHttp(() => startLegacyHttp({ stateless: true })),
}

// The contract of every server that carries the lab's offer.
describe.each([...stateful, stateless])('$server', ({ open, revision }) => {
  let client: Client
  let close: () => Promise<void>
  beforeAll(async () => ({ client, close } = await open()))
  afterAll(() => close())

  it('speaks its revision and gives its instructions', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    expect(client.getInstructions()).toBe('Use add for sums. The documents under lab://documents explain the rest.')
  })

  it('lists the tools of the lab', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['add', 'echo', 'picture', 'fail', 'slow', 'tally', 'grow'])
  })

  it('answers calls with text, structured content, an image and an error', async () => {
    expect(await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } })).toMatchObject({
      content: [{ type: 'text', text: '5' }],
      structuredContent: { sum: 5 },
    })
    expect(await client.callTool({ name: 'echo', arguments: { text: 'é 🙂' } })).toMatchObject({
      content: [{ type: 'text', text: 'é 🙂' }],
    })
    expect(await client.callTool({ name: 'picture', arguments: {} })).toMatchObject({
      content: [{ type: 'text' }, { type: 'image', data: picturePng, mimeType: 'image/png' }],
    })
    expect(await client.callTool({ name: 'fail', arguments: { reason: 'no' } })).toMatchObject({
      content: [{ type: 'text', text: 'no' }],
      isError: true,
    })
  })

  it('offers two documents and a template', async () => {
    const { resources } = await client.listResources()
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resources.map(({ uri }) => uri)).toEqual(['lab://documents/welcome', 'lab://documents/menu'])
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['lab://greetings/{name}'])
    expect(await client.readResource({ uri: 'lab://documents/menu' })).toMatchObject({
      contents: [{ mimeType: 'application/json', text: '{"soup":"lentil","main":"dumplings"}' }],
    })
    expect(await client.readResource({ uri: 'lab://greetings/Ada%20L' })).toMatchObject({
      contents: [{ text: 'Hello, Ada L.' }],
    })
  })

  it('reports the progress of a slow call', async () => {
    const seen: number[] = []
    const onprogress = ({ progress }: { progress: number }) => void seen.push(progress)
    const result = await client.callTool({ name: 'slow', arguments: { ms: 20 } }, { onprogress })
    expect(result).toMatchObject({ content: [{ type: 'text', text: 'Waited 20 ms.' }] })
    expect(seen).toEqual([1, 2, 3, 4])
  })

  it('has a grown tool in later lists', async () => {
    await client.callTool({ name: 'grow', arguments: { name: 'twig' } })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('twig')
    expect(await client.callTool({ name: 'twig', arguments: {} })).toMatchObject({
      content: [{ text: 'This is twig.' }],
    })
    expect(await client.callTool({ name: 'grow', arguments: { name: 'twig' } })).toMatchObject({ isError: true })
  })
})

// A stateless legacy server has nothing to send notifications on, and nothing ties a cancellation to its request.
describe.each(stateful)('$server', ({ open }) => {
  let client: Client
  let close: () => Promise<void>
  beforeAll(async () => ({ client, close } = await open()))
  afterAll(() => close())

  it('announces a grown tool', async () => {
    const announced = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve())
    })
    if (client.getProtocolEra() === 'modern') await client.listen({ toolsListChanged: true })
    await client.callTool({ name: 'grow', arguments: { name: 'twig' } })
    await announced
  })

  it('honours a cancellation and stays usable', async () => {
    const abort = new AbortController()
    const call = client.callTool({ name: 'slow', arguments: { ms: 600_000 } }, { signal: abort.signal })
    const tally = async () => JSON.stringify(await client.callTool({ name: 'tally', arguments: {} }))
    await eventually('the call starts', async () => (await tally()).includes('\\"started\\":1'))
    abort.abort()
    await expect(call).rejects.toThrow()
    await eventually('the server stops', async () => (await tally()).includes('\\"cancelled\\":1'))
  })
})

describe('modern-stdio --only-modern', () => {
  it('refuses a legacy client with the unsupported-version error', async () => {
    await expect(connectStdio(labServer('modern-stdio', '--only-modern'), 'legacy')).rejects.toMatchObject({
      code: -32022,
    })
  })
})
