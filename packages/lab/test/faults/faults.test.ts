import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { faults, linesOf, type HttpFault } from '../../src/index.js'
import { handshake, nextPiece, openHttp, openSse, readerOf, request } from '../http-client.js'
import { freshFolder } from '../../src/vitest.js'

const { after, all, first, on, status } = faults
const call = request('tools/call')

/** What a call in a session gets from a server with this fault. */
async function callWith(fault: HttpFault) {
  const client = await openHttp({ fault: on('tools/call', fault) })
  return client.post(call, await handshake(client))
}

describe('when a fault happens', () => {
  const teapots = async (fault: HttpFault): Promise<number[]> => {
    const client = await openHttp({ fault })
    const answers = []
    for (let n = 0; n < 3; n++) answers.push((await client.post(request('initialize'))).status)
    return answers
  }

  it.each<[string, HttpFault, number[]]>([
    ['a method', on('initialize', status(418)), [418, 418, 418]],
    ['another method', on('tools/list', status(418)), [200, 200, 200]],
    ['a verb', on('POST', status(418)), [418, 418, 418]],
    ['the first times', on('POST', first(2, status(418))), [418, 418, 200]],
    ['all but the first times', on('POST', after(2, status(418))), [200, 200, 418]],
    ['the first of several', all(first(1, status(418)), status(420)), [418, 420, 420]],
  ])('is decided by %s', async (_, fault, statuses) => {
    expect(await teapots(fault)).toEqual(statuses)
  })
})

describe('instead of a response', () => {
  it.each<[string, HttpFault, object]>([
    ['a status', status(503, 'later', { 'retry-after': '1' }), { status: 503, body: 'later' }],
    ['a page', faults.htmlPage, { status: 200, type: 'text/html', body: expect.stringMatching(/^<!doctype html>/) }],
    ['a page as JSON', faults.htmlAsJson, { type: 'application/json', body: expect.stringMatching(/^</) }],
    ['half of one', faults.truncatedJson, { type: 'application/json', body: expect.stringMatching(/"name":$/) }],
    ['nothing', faults.emptyBody, { status: 200, type: 'application/json', body: '' }],
    ['one for nobody', faults.nullId, { status: 200, body: expect.stringContaining('"id":null') }],
    ['an ended stream', faults.endedStream, { type: 'text/event-stream', body: ': bye\n\n' }],
    ['a resumable stream', faults.resumableStream('tools/call', {}), { body: 'id: before\nretry: 20\ndata: \n\n' }],
    ['a stream in single bytes', faults.drippedEvent, { body: expect.stringContaining('"text":"é"') }],
    [
      'a large body',
      faults.hugeBody(100),
      { type: 'application/json', body: expect.stringContaining('x'.repeat(100)) },
    ],
    ['a large event', faults.hugeEvent(100), { type: 'text/event-stream', body: expect.stringContaining('xxx') }],
  ])('there is %s', async (_, fault, answer) => {
    expect(await callWith(fault)).toMatchObject(answer)
  })

  it.each([
    ['its stream', faults.brokenStream],
    ['its connection', faults.brokenConnection],
    ['everything', faults.restart],
  ])('%s breaks', async (_, fault) => {
    await expect(callWith(fault)).rejects.toThrow(/terminated|fetch failed/)
  })

  it.each([
    ['drips', faults.drip, ' '],
    ['pours', faults.endlessBody, '{"jsonrpc"'],
    ['stays open', faults.unendedStream, 'event: message'],
  ])('a body %s without end', async (_, fault, start) => {
    const client = await openHttp({ fault })
    const reader = readerOf(await fetch(client.url, { method: 'POST', body: JSON.stringify(call) }))
    expect((await nextPiece(reader)).startsWith(start)).toBe(true)
    await reader.cancel()
  })

  it('nothing comes at all', async () => {
    const client = await openHttp({ fault: faults.hang })
    const waiting = fetch(client.url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(200) })
    await expect(waiting).rejects.toThrow('timeout')
  })
})

describe('a session', () => {
  it('is forgotten, and answered with 404', async () => {
    expect(await callWith(faults.forgottenSession)).toMatchObject({ status: 404 })
  })

  it('is refused with the words that it is given', async () => {
    const client = await openHttp({ fault: faults.refusedSession('No valid session') })
    expect((await client.post(request('ping'))).body).toContain('No valid session ID provided')
    expect(await client.post(request('ping'), await handshake(client))).toMatchObject({
      status: 400,
      body: expect.stringContaining('"message":"No valid session"'),
    })
  })
})

describe('a stream', () => {
  it('is resumed by whoever asks for what came after the last event', async () => {
    const book = join(freshFolder(), 'requests')
    const fault = faults.resumableStream('tools/call', { content: [] })
    const client = await openHttp({ fault, switches: ['--requests', book] })
    const session = await handshake(client)
    await client.post(call, session)
    const resumed = await client.fetch('GET', { ...session, 'last-event-id': 'before' })
    expect(await resumed.text()).toContain('"id":1,"result":{"content":[]}')
    expect(linesOf(book)).toEqual(['initialize', 'tools/call', 'resumed'])
  })

  it('is lost for whoever asks when it cannot be resumed', async () => {
    const client = await openHttp({ fault: faults.lostStream('tools/call') })
    expect((await client.post(call)).body).toContain('id: before')
    expect((await client.fetch('GET', { 'last-event-id': 'before' })).status).toBe(400)
  })

  it('for notifications is dropped as it opens', async () => {
    const client = await openHttp({ fault: on('GET', faults.droppedNotifications) })
    expect(await (await client.fetch('GET', await handshake(client))).text()).toBe(': bye\n\n')
  })
})

describe('a redirect', () => {
  it('leads elsewhere, where the names of the headers are written down', async () => {
    const stranger = await faults.startStranger()
    onTestFinished(stranger.close)
    const client = await openHttp({ fault: faults.redirect(`${stranger.origin}/mcp`) })
    const response = await client.fetch('POST')
    expect([response.status, response.headers.get('location')]).toEqual([307, `${stranger.origin}/mcp`])
    await fetch(`${stranger.origin}/mcp`, { headers: { 'x-secret': 'value' } })
    expect(stranger.headers()).toContain('x-secret')
  })

  it('within the origin leads to where it works', async () => {
    const { url } = await openHttp({ fault: faults.moved })
    const body = JSON.stringify(request('initialize'))
    expect(await fetch(url, { method: 'POST', body })).toMatchObject({ status: 200, url: `${url}?here` })
  })
})

describe('the stream of HTTP+SSE', () => {
  it.each([
    ['never names its endpoint', faults.noEndpoint, ': welcome\n\n'],
    ['names another', faults.endpointAt('http://127.0.0.1:1/x'), 'event: endpoint\ndata: http://127.0.0.1:1/x\n\n'],
  ])('%s', async (_, fault, start) => {
    const client = await openSse({ fault: on('GET', fault) })
    const reader = readerOf(await client.fetch('GET'))
    expect(await nextPiece(reader)).toBe(start)
    await reader.cancel()
  })

  it('takes a message and drops it', async () => {
    const client = await openSse({ fault: on('POST', faults.swallowed) })
    expect(await client.post(call)).toMatchObject({ status: 202, body: 'Accepted' })
  })
})
