import {
  childrenOf,
  eventually,
  faults,
  isAlive,
  labServer,
  linesOf,
  processesOf,
  scripted,
  startLegacyHttp,
  startModernHttp,
  startScriptedHttp,
  startScriptedSse,
} from '@harness-mcp/lab'
import { freshFile, jsonFile } from '@harness-mcp/lab/vitest'
import { InMemoryTransport } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test } from 'vitest'

import { serveHttp } from '../support/http.js'
import { open, openStdio } from '../support/opening.js'
import { RawServer } from '../support/raw-server.js'
import { anySettings, httpSettings, sseSettings, stdioSettings } from '../support/settings.js'

const CALL = { method: 'tools/list', params: {} } as const
const going = { signal: new AbortController().signal }

describe('negotiation on stdio: what is negotiated, and with how many starts', () => {
  test.each([
    ['answers an unknown request with an error', [], 'legacy', '2025-11-25', 1],
    ['is silent to an unknown request', ['--silent-on-unknown'], 'legacy', '2025-11-25', 1],
    ['exits on an unknown request', ['--exit-on-unknown'], 'legacy', '2025-11-25', 2],
    ['speaks the newest revision', ['--modern'], 'modern', '2026-07-28', 1],
    ['speaks the first revision', ['--protocol-version', '2024-11-05'], 'legacy', '2024-11-05', 1],
    ['prints a banner', ['--banner'], 'legacy', '2025-11-25', 1],
    ['floods its standard error', ['--stderr-flood', '1000000'], 'legacy', '2025-11-25', 1],
  ] as const)('a server that %s', async (_, switches, era, revision, starts) => {
    const count = freshFile()
    const { connection } = await openStdio(scripted('--count', count, ...switches))
    expect(connection).toMatchObject({
      era,
      revision,
      capabilities: { tools: true, resources: true, toolsListChanged: true },
    })
    expect(await connection.request(CALL, going)).toMatchObject({ tools: [{ name: 'echo' }] })
    const pids = linesOf(count).map(Number)
    expect(pids).toHaveLength(starts)
    expect(pids.filter(isAlive)).toEqual(pids.slice(-1))
  })

  test('a server that holds a lock file', async () => {
    const [count, lock] = [freshFile(), freshFile()]
    const { connection } = await openStdio(scripted('--count', count, '--lock', lock, '--silent-on-unknown'))
    expect({ era: connection.era, starts: linesOf(count).length }).toEqual({ era: 'legacy', starts: 1 })
  })

  test('a server that holds a lock file and exits on an unknown request is started again only when it is gone', async () => {
    const [count, lock] = [freshFile(), freshFile()]
    const { connection } = await openStdio(scripted('--count', count, '--lock', lock, '--exit-on-unknown'))
    expect({ era: connection.era, starts: linesOf(count).length }).toEqual({ era: 'legacy', starts: 2 })
  })

  test('a server that is known to be of the older revisions is not probed', async () => {
    const count = freshFile()
    const { connection } = await openStdio(scripted('--count', count, '--exit-on-unknown'), { hint: 'legacy' })
    expect({ era: connection.era, starts: linesOf(count).length }).toEqual({ era: 'legacy', starts: 1 })
  })

  test('a server that turned out to speak only the newest revision is started again for it', async () => {
    const [count, script] = [
      freshFile(),
      { initialize: { error: { code: -32_022, message: 'Unsupported', data: { supported: ['2026-07-28'] } } } },
    ]
    const server = scripted('--count', count, '--modern', '--script', JSON.stringify(script))
    const { connection } = await openStdio(server, { hint: 'legacy' })
    expect({ era: connection.era, starts: linesOf(count).length }).toEqual({ era: 'modern', starts: 2 })
  })

  test.each(['legacy-stdio', 'modern-stdio'] as const)('the real server %s', async (name) => {
    const { connection } = await openStdio(labServer(name))
    expect(connection.era).toBe(name === 'legacy-stdio' ? 'legacy' : 'modern')
  })

  test.each([
    ['a slow one', ['--slow-start', '2500'], 'unknown', 2],
    ['one that was of the older revisions once', [], 'legacy', 2],
  ] as const)('%s that does not know initialize is of the newest revision', async (_, switches, hint, starts) => {
    const count = freshFile()
    const script = JSON.stringify({ initialize: { error: { code: -32_601, message: 'Method not found' } } })
    const command = scripted('--modern', '--count', count, '--script', script, ...switches)
    const { connection } = await openStdio(command, { hint })
    expect(connection.era).toBe('modern')
    expect(linesOf(count)).toHaveLength(starts)
  })

  test.each([
    ['-32601, as does one without any revision', -32_601, 'unknown', 2],
    ['an error of its own', -32_603, 'unknown', 1],
    ['an error of its own, though it was of the older revisions once', -32_603, 'legacy', 2],
  ] as const)('a server that refuses the handshake with %s cannot heal', async (_, code, hint, starts) => {
    const count = freshFile()
    const script = JSON.stringify({ initialize: { error: { code, message: 'no' } } })
    await expect(openStdio(scripted('--count', count, '--script', script), { hint })).rejects.toMatchObject({
      code: 'unsupported',
    })
    expect(linesOf(count)).toHaveLength(starts)
  })

  test('a banner is one warning, and no banner none', async () => {
    expect((await openStdio(scripted('--banner'))).warnings).toEqual([
      'its standard output has lines that are no JSON-RPC messages; they are skipped',
    ])
    expect((await openStdio(scripted())).warnings).toEqual([])
  })

  test('instructions and the name of the server are handed on', async () => {
    const { connection } = await openStdio(scripted('--instructions', 'Be kind.'))
    expect(connection).toMatchObject({ instructions: 'Be kind.', server: { name: 'scripted', version: '1.0.0' } })
  })

  test('a name that is a secret of the configuration is not shown', async () => {
    const handshake = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      serverInfo: { name: 'hunter2-hunter2', version: 'hunter2-hunter2' },
    }
    const command = scripted('--script', JSON.stringify({ initialize: { result: handshake } }))
    const { connection } = await open(stdioSettings(command, { env: { TOKEN: 'hunter2-hunter2' } }))
    expect(connection.server).toEqual({ name: '[redacted]', version: '[redacted]' })
  })

  test('a server without tools says so', async () => {
    const { connection } = await openStdio(scripted('--no-tools'))
    expect(connection.capabilities).toEqual({ tools: false, toolsListChanged: false, resources: true })
  })
})

describe('failures on stdio', () => {
  test('a server that exits at once: exit code, the end of its standard error, nothing left', async () => {
    const count = freshFile()
    await expect(
      openStdio(scripted('--count', count, '--exit-at-once', '3', '--stderr', 'FATAL: no database')),
    ).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(
        /^lab: could not connect: .*exited with code 3; its standard error ends with:\nFATAL: no database$/s,
      ),
    })
    expect(linesOf(count).map(Number).map(isAlive)).not.toContain(true)
  })

  test('the last words survive, however much was said before', async () => {
    const said = `${'Traceback line of some length\n'.repeat(500)}FATAL: the reason`
    await expect(openStdio(scripted('--exit-at-once', '1', '--stderr', said))).rejects.toThrow(/FATAL: the reason$/)
  })

  test('a secret of the configuration is not repeated from standard error', async () => {
    const command = scripted('--exit-at-once', '1', '--stderr', 'bad key hunter2-hunter2')
    const config = stdioSettings(command, { env: { API_KEY: 'hunter2-hunter2' } })
    await expect(open(config)).rejects.toThrow(/bad key \[redacted\]$/)
  })

  test('a command that is not found is not tried twice and cannot heal', async () => {
    await expect(open(stdioSettings({ command: 'no-such-command', args: [] }))).rejects.toMatchObject({
      code: 'start-failed',
      message: expect.stringContaining('was not found on PATH'),
    })
  })

  test('a working directory that does not exist', async () => {
    await expect(open(stdioSettings(scripted(), { cwd: '/no/such/folder' }))).rejects.toMatchObject({
      code: 'start-failed',
    })
  })

  test('a revision that nobody speaks', async () => {
    await expect(openStdio(scripted('--protocol-version', '2099-01-01'))).rejects.toMatchObject({ code: 'unsupported' })
  })

  test('a message over the limit during the handshake', async () => {
    const config = stdioSettings(scripted('--instructions', 'x'.repeat(5_000)), { maxMessageBytes: 2_000 })
    await expect(open(config)).rejects.toMatchObject({
      message: expect.stringContaining('exceeds maxMessageBytes (2000)'),
    })
  })
})

describe('an attempt that is aborted', () => {
  test('before it began starts no process', async () => {
    const count = freshFile()
    const signal = AbortSignal.abort(new Error('given up'))
    await expect(openStdio(scripted('--count', count), { signal })).rejects.toThrow('given up')
    expect(processesOf(count)).toEqual([])
  })

  test('in the moment of the start leaves no process', async () => {
    const before = childrenOf(process.pid).length
    for (let ticks = 0; ticks < 12; ticks++) {
      const abort = new AbortController()
      const opening = openStdio(scripted(), { signal: abort.signal })
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
      if (ticks % 3 === 2) await new Promise((resolve) => setImmediate(resolve))
      abort.abort(new Error('given up'))
      await expect(opening).rejects.toThrow('given up')
    }
    await eventually('no process is left', () => childrenOf(process.pid).length <= before)
  })

  test('during the handshake ends the process before it settles', async () => {
    const count = freshFile()
    const abort = new AbortController()
    const script = JSON.stringify({ initialize: 'silent' })
    const opening = openStdio(scripted('--count', count, '--script', script), { signal: abort.signal, hint: 'legacy' })
    await eventually('the server has started', () => linesOf(count).length === 1)
    abort.abort(new Error('too slow'))
    await expect(opening).rejects.toThrow('too slow')
    expect(linesOf(count).map(Number).map(isAlive)).toEqual([false])
  })

  test('while its transport is being made does not wait for that', async () => {
    const abort = new AbortController()
    const opening = open(anySettings(), { signal: abort.signal, transport: () => new Promise(() => {}) })
    abort.abort(new Error('given up'))
    await expect(opening).rejects.toThrow('given up')
  })
})

describe('the end of a connection', () => {
  test('that nobody asked for settles `lost` with what the process said', async () => {
    const count = freshFile()
    const { connection } = await openStdio(scripted('--count', count, '--exit-on-call', '--stderr', 'last words'))
    const call = connection.request({ method: 'tools/call', params: { name: 'echo', arguments: {} } }, going)
    await expect(call).rejects.toMatchObject({
      code: 'outcome-unknown',
      message: expect.stringContaining('the outcome is unknown'),
    })
    expect(await connection.lost).toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(
        /^lab: the connection closed; the server's process exited with code 1; .*last words$/s,
      ),
    })
    expect(linesOf(count)).toHaveLength(1)
  })

  test('by close() ends the process', async () => {
    const count = freshFile()
    const { connection } = await openStdio(scripted('--count', count))
    await connection.close()
    await connection.close()
    expect(linesOf(count).map(Number).map(isAlive)).toEqual([false])
  })
})

describe('over HTTP', () => {
  test('a server of the older revisions', async () => {
    const server = await startLegacyHttp()
    onTestFinished(() => server.close())
    const { connection } = await open(httpSettings(server.url))
    expect(connection.era).toBe('legacy')
    expect(server.sessions()).toHaveLength(1)
    await connection.close()
    expect(server.sessions()).toEqual([])
  })

  test('a server without sessions and without a notification stream', async () => {
    const server = await startLegacyHttp({ stateless: true })
    onTestFinished(() => server.close())
    const { connection } = await open(httpSettings(server.url))
    expect(await connection.request(CALL, going)).toHaveProperty('tools')
  })

  test.each([false, true])('a server of the newest revision, and of that alone: %s', async (onlyModern) => {
    const server = await startModernHttp({ onlyModern })
    onTestFinished(() => server.close())
    const { connection } = await open(httpSettings(server.url))
    expect(connection).toMatchObject({ era: 'modern', revision: '2026-07-28' })
    expect(await connection.request(CALL, going)).toHaveProperty('tools')
  })

  test.each([
    [401, 'auth-required'],
    [403, 'unsupported'],
    [404, 'unsupported'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable'],
  ])('status %d is %s', async (status, code) => {
    const { origin, seen } = await serveHttp((_, response) => response.writeHead(status).end('no'))
    await expect(open(httpSettings(origin))).rejects.toMatchObject({ code })
    expect(seen.length).toBeLessThanOrEqual(2)
  })

  test.each([
    [402, 'unsupported'],
    [408, 'unreachable'],
    [409, 'unsupported'],
    [410, 'unsupported'],
    [425, 'unreachable'],
    [429, 'unreachable'],
    [451, 'unsupported'],
  ])('status %d for the probe says nothing of the revision: %s', async (status, code) => {
    for (const [start, settings] of [
      [startScriptedHttp, httpSettings],
      [startScriptedSse, sseSettings],
    ] as const) {
      const requests = freshFile()
      const fault = faults.on('server/discover', faults.status(status, 'no'))
      const server = await start({ switches: ['--requests', requests], fault })
      onTestFinished(() => server.close())
      await expect(open(settings(server.url))).rejects.toMatchObject({
        code,
        message: expect.stringContaining(`HTTP ${status}`),
      })
      expect(linesOf(requests)).not.toContain('initialize')
    }
  })

  test.each([
    ['HTTP', startScriptedHttp, httpSettings],
    ['SSE', startScriptedSse, sseSettings],
  ])('a server that is silent to the probe is one of the older revisions: %s', async (_, start, settings) => {
    const server = await start({ switches: ['--silent-on-unknown'] })
    onTestFinished(() => server.close())
    expect((await open(settings(server.url))).connection).toMatchObject({ era: 'legacy', revision: '2025-11-25' })
  })

  test('a server that was slow to answer, and then refuses the older revisions, is asked again', async () => {
    const server = await startScriptedHttp({
      switches: ['--modern'],
      fault: faults.on('server/discover', faults.first(1, faults.hang)),
    })
    onTestFinished(() => server.close())
    expect((await open(httpSettings(server.url))).connection).toMatchObject({ era: 'modern' })
  })

  test.each([
    [401, 'auth-required'],
    [404, 'unsupported'],
    [503, 'unreachable'],
  ])('status %d of an SSE server is %s', async (status, code) => {
    const { origin } = await serveHttp((_, response) => response.writeHead(status).end('no'))
    await expect(open(sseSettings(origin))).rejects.toMatchObject({ code })
  })

  test('nobody listens', async () => {
    await expect(open(httpSettings('http://127.0.0.1:9/mcp'))).rejects.toMatchObject({
      code: expect.stringMatching(/^un/),
    })
    await expect(open(httpSettings('http://127.0.0.1:47/mcp'))).rejects.toMatchObject({
      message: expect.stringMatching(/^lab: could not connect/),
    })
  })

  test('a page of HTML in place of an answer', async () => {
    const { origin } = await serveHttp((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    )
    await expect(open(httpSettings(origin))).rejects.toMatchObject({
      message: expect.stringMatching(/^lab: could not connect/),
    })
  })

  test('an expired session is the end of the connection', async () => {
    const server = await startLegacyHttp()
    onTestFinished(() => server.close())
    const { connection } = await open(httpSettings(server.url))
    await server.forgetSessions()
    await expect(connection.request(CALL, going)).rejects.toMatchObject({
      code: 'session-expired',
      message: 'lab: the server no longer knows this session; the request was not run',
    })
    expect(await connection.lost).toMatchObject({ code: 'session-expired' })
  })

  test('an error of the server is not the end of the connection, whatever its text', async () => {
    let broken = false
    const server = await startLegacyHttp({
      intercept: (request) =>
        broken && request.method === 'POST'
          ? new Response('the connection to the database failed', { status: 500 })
          : undefined,
    })
    onTestFinished(() => server.close())
    const { connection } = await open(httpSettings(server.url))
    broken = true
    await expect(connection.request(CALL, going)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.not.stringContaining('call'),
    })
    broken = false
    const still = new Promise((resolve) => setImmediate(() => resolve('still there')))
    expect(await Promise.race([connection.lost, still])).toBe('still there')
  })

  test('a response stream that ends without the response fails the request at once', async () => {
    let broken = false
    const empty = (): Response => new Response('', { headers: { 'content-type': 'text/event-stream' } })
    const server = await startLegacyHttp({
      intercept: (request) => (broken && request.method === 'POST' ? empty() : undefined),
    })
    onTestFinished(() => server.close())
    const { connection } = await open(httpSettings(server.url))
    broken = true
    await expect(connection.request(CALL, going)).rejects.toMatchObject({
      code: 'unreachable',
      message: 'lab: the response stream ended without the response',
    })
  })
})

describe('a transport that was given', () => {
  test('that fails to be made is a failure of the attempt', async () => {
    await expect(open(anySettings(), { transport: () => Promise.reject(new Error('no pair')) })).rejects.toThrow(
      'no pair',
    )
  })

  test('that throws at its end is closed all the same', async () => {
    const server = new RawServer({})
    const { connection } = await open(anySettings(), { transport: () => server.transport })
    server.transport.close = () => {
      throw new Error('no end')
    }
    await connection.close()
  })

  test('whose other end closes is a failure of the attempt', async () => {
    const [client, server] = InMemoryTransport.createLinkedPair()
    server.onmessage = () => void server.close()
    await expect(open(anySettings(), { transport: () => client })).rejects.toMatchObject({ code: 'unreachable' })
  })
})

test('tools are listed as the server sent them, on either era', async () => {
  const page = { tools: [{ name: 7 }, { name: 'ok', inputSchema: { type: 'object', odd: true } }], nextCursor: null }
  for (const switches of [[], ['--modern']]) {
    const { connection } = await openStdio(scripted('--tools', jsonFile([page]), ...switches))
    expect(await connection.request(CALL, going)).toMatchObject(page)
  }
})
