import { gzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { scopedFetch } from '../../src/transport/scoped-fetch.js'
import { serveHttp, type HttpServer } from '../support/http.js'

const LIMIT = 10_000
const headers = { Authorization: 'Bearer configured', 'X-Api-Key': 'configured-key' }

function fetchFor(origin: string, maxMessageBytes = LIMIT): ReturnType<typeof scopedFetch> {
  return scopedFetch({ server: 'lab', origin, headers, maxMessageBytes })
}

function secretsSeenBy({ seen }: HttpServer): unknown[] {
  return seen.map((request) => [request.headers['authorization'], request.headers['x-api-key']])
}

const CONFIGURED = ['Bearer configured', 'configured-key']
const NONE = [undefined, undefined]

describe('the configured headers', () => {
  test('give way to a token that the request carries', async () => {
    const own = await serveHttp((_, response) => response.end('ok'))
    await fetchFor(own.origin)(own.origin, { headers: { authorization: 'Bearer newer' } })
    expect(own.seen[0]?.headers.authorization).toBe('Bearer newer')
  })

  test('go to the own origin, beside what the caller set', async () => {
    const own = await serveHttp((_, response) => response.end('ok'))
    const response = await fetchFor(own.origin)(`${own.origin}/any/path?x=1`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: 'body',
    })
    expect(await response.text()).toBe('ok')
    expect(secretsSeenBy(own)).toEqual([CONFIGURED])
    expect(own.seen[0]).toMatchObject({
      method: 'POST',
      path: '/any/path?x=1',
      body: 'body',
      headers: { accept: 'application/json' },
    })
  })

  test('do not go to another origin: another port is one', async () => {
    const own = await serveHttp((_, response) => response.end())
    const other = await serveHttp((_, response) => response.end())
    await fetchFor(own.origin)(new URL(`${other.origin}/token`))
    await fetchFor(own.origin)(other.origin.replace('127.0.0.1', 'localhost')).catch(() => {})
    expect(secretsSeenBy(other).every((secrets) => JSON.stringify(secrets) === JSON.stringify(NONE))).toBe(true)
    expect(other.seen[0]?.path).toBe('/token')
  })

  test.each([301, 302, 303, 307, 308])('do not follow a redirect of status %d to another origin', async (status) => {
    const other = await serveHttp((_, response) => response.end('stolen'))
    const own = await serveHttp((_, response) => response.writeHead(status, { location: `${other.origin}/x` }).end())
    const response = await fetchFor(own.origin)(own.origin)
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status,
      location: `${other.origin}/x`,
    })
    expect(other.seen).toEqual([])
  })

  test('do not follow a redirect either when the caller would', async () => {
    const other = await serveHttp((_, response) => response.end('stolen'))
    const own = await serveHttp((_, response) => response.writeHead(307, { location: other.origin }).end())
    expect(await fetchFor(own.origin)(own.origin, { redirect: 'follow' })).toMatchObject({ status: 307 })
    await expect(fetchFor(own.origin)(own.origin, { redirect: 'error' })).rejects.toThrow()
    expect(other.seen).toEqual([])
  })
})

describe('the response', () => {
  test('keeps status, headers and address', async () => {
    const own = await serveHttp((_, response) => response.writeHead(404, 'Gone Away', { 'x-there': 'yes' }).end('no'))
    const response = await fetchFor(own.origin)(`${own.origin}/here`)
    const { url, status, statusText } = response
    expect({ url, status, statusText }).toEqual({ url: `${own.origin}/here`, status: 404, statusText: 'Gone Away' })
    expect(response.headers.get('x-there')).toBe('yes')
    expect(await response.text()).toBe('no')
  })

  test.each([204, 304])('of status %d has no body and is passed on', async (status) => {
    const own = await serveHttp((_, response) => response.writeHead(status).end())
    const response = await fetchFor(own.origin)(own.origin)
    expect({ status: response.status, body: response.body }).toEqual({ status, body: null })
  })
})

describe('the limit of a body', () => {
  test('lets exactly so many bytes through', async () => {
    const own = await serveHttp((_, response) => response.end('x'.repeat(LIMIT)))
    expect(await (await fetchFor(own.origin)(own.origin)).text()).toHaveLength(LIMIT)
  })

  test('fails the body with a message that names the setting', async () => {
    const own = await serveHttp((_, response) => response.end('x'.repeat(LIMIT + 1)))
    const response = await fetchFor(own.origin)(own.origin)
    await expect(response.text()).rejects.toMatchObject({
      code: 'protocol',
      message: expect.stringMatching(/^lab: a message of over \d+ bytes exceeds maxMessageBytes \(10000\)$/),
    })
  })

  test('is for all of a refusal, also when that is an event stream', async () => {
    const own = await serveHttp((_, response) => {
      response.writeHead(500, { 'content-type': 'text/event-stream' }).end(': sorry\n\n'.repeat(2_000))
    })
    await expect((await fetchFor(own.origin)(own.origin)).text()).rejects.toMatchObject({ code: 'protocol' })
  })

  test('counts what a compressed body unfolds to', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000))
    const own = await serveHttp((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    expect(bomb.length).toBeLessThan(LIMIT)
    await expect((await fetchFor(own.origin)(own.origin)).text()).rejects.toMatchObject({ code: 'protocol' })
  })
})

describe('the limit of an event stream', () => {
  function streamOf(type: string, ...parts: string[]): Promise<HttpServer> {
    return serveHttp((_, response) => {
      response.writeHead(200, { 'content-type': type })
      const [first = '', ...rest] = parts
      response.write(first)
      // Each part is a chunk of its own.
      const step = (): void => {
        const next = rest.shift()
        if (next === undefined) response.end()
        else response.write(next, () => setImmediate(step))
      }
      setImmediate(step)
    })
  }

  async function textOf({ origin }: HttpServer): Promise<string> {
    return (await fetchFor(origin)(origin)).text()
  }

  const event = (size: number): string => `data: ${'x'.repeat(size)}\n\n`

  test.each(['text/event-stream', 'text/event-stream; charset=utf-8', 'Text/Event-Stream'])(
    'is for each event, not for all of a %s together',
    async (type) => {
      const events = Array.from({ length: 10 }, () => event(LIMIT - 100))
      expect(await textOf(await streamOf(type, ...events))).toBe(events.join(''))
    },
  )

  test('is for each event when many come in one chunk', async () => {
    const events = event(100).repeat(1_000)
    expect(await textOf(await streamOf('text/event-stream', events))).toBe(events)
  })

  test.each(['\n', '\r\n', '\r'])('knows the end of an event by an empty line, ended by %j', async (newline) => {
    const events = Array.from(
      { length: 5 },
      () => `id: 1${newline}data: ${'x'.repeat(LIMIT - 100)}${newline}${newline}`,
    )
    expect(await textOf(await streamOf('text/event-stream', ...events))).toBe(events.join('').replaceAll(newline, '\n'))
  })

  test('does not add up lines of which a reader keeps nothing', async () => {
    const lines = [': still here\n', 'retry: 100\n', 'event: message\n'].join('').repeat(1_000)
    expect(await textOf(await streamOf('text/event-stream', lines, event(100)))).toBe(lines + event(100))
  })

  test('fails one comment that never ends', async () => {
    await expect(
      textOf(await streamOf('text/event-stream', ': ', ...Array(20).fill('x'.repeat(1_000)))),
    ).rejects.toMatchObject({ code: 'protocol' })
  })

  test('knows an empty line that is split between two chunks', async () => {
    const parts = Array.from({ length: 5 }, () => [`data: ${'x'.repeat(LIMIT - 100)}\n`, '\n']).flat()
    expect(await textOf(await streamOf('text/event-stream', ...parts))).toBe(parts.join(''))
  })

  test('fails one line that never ends', async () => {
    await expect(
      textOf(await streamOf('text/event-stream', event(10), 'data: ', ...Array(20).fill('x'.repeat(1_000)))),
    ).rejects.toMatchObject({ code: 'protocol' })
  })

  test('fails one event that never ends, although its lines do', async () => {
    const lines = Array.from({ length: 30 }, () => `data: ${'x'.repeat(1_000)}\n`)
    await expect(textOf(await streamOf('text/event-stream', event(10), ...lines))).rejects.toMatchObject({
      code: 'protocol',
    })
  })

  test('fails an event that is too long in the middle of a chunk', async () => {
    await expect(
      textOf(await streamOf('text/event-stream', event(10) + event(LIMIT + 1) + event(10))),
    ).rejects.toMatchObject({
      code: 'protocol',
    })
  })
})
