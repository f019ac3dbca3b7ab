import { once } from 'node:events'

import { describe, expect, test } from 'vitest'

import { deferred } from '../../src/deferred.js'
import { deliver } from '../../src/transport/delivery.js'
import { serveHttp } from '../support/http.js'

const MESSAGE = { method: 'POST', body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' }

function post(origin: string, withinMs = 60_000, init: RequestInit = {}): Promise<Response> {
  return deliver({ server: 'lab', fetch, withinMs }, origin, { ...MESSAGE, ...init })
}

describe('a message without an answer', () => {
  test.each([200, 201, 202, 204])('that the server took with %d was accepted', async (status) => {
    const { origin } = await serveHttp((_, response) => response.writeHead(status).end())
    expect((await post(origin)).status).toBe(202)
  })

  test('was accepted although the server leaves a stream open, which is closed in the end', async () => {
    const closed = deferred<unknown>()
    const { origin } = await serveHttp((_, response) => {
      void once(response, 'close').then(closed.resolve)
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
    })
    expect((await post(origin, 100)).status).toBe(202)
    await closed.promise
  })

  test('is no reason to keep what the server goes on to send', async () => {
    const [sent, comment] = [deferred<void>(), `: ${'x'.repeat(65_533)}\n`]
    let [left, most] = [4_000, 0]
    const { origin } = await serveHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const flood = (): void => {
        most = Math.max(most, process.memoryUsage().arrayBuffers)
        if (--left > 0) return void response.write(comment, flood)
        response.end(() => sent.resolve())
      }
      flood()
    })
    expect((await post(origin)).status).toBe(202)
    await sent.promise
    expect(most).toBeLessThan(200_000_000)
  })

  test('that the server refused says so, with its words', async () => {
    const { origin } = await serveHttp((_, response) => response.writeHead(400, 'No').end('no session'))
    const response = await post(origin)
    expect([response.status, response.statusText, await response.text()]).toEqual([400, 'No', 'no session'])
  })

  test('that the server never takes fails in time, and the socket is closed', async () => {
    const closed = deferred<unknown>()
    const { origin } = await serveHttp((_, response) => void once(response, 'close').then(closed.resolve))
    await expect(post(origin, 50)).rejects.toMatchObject({
      code: 'protocol',
      message: 'lab: the server did not accept a message within 50 ms',
    })
    await closed.promise
  })

  test('fails with the reason of its caller, before and while it is under way', async () => {
    const caller = new AbortController()
    const { origin } = await serveHttp(() => caller.abort(new Error('closing')))
    await expect(post(origin, 60_000, { signal: caller.signal })).rejects.toThrow('closing')
    await expect(post(origin, 60_000, { signal: caller.signal })).rejects.toThrow('closing')
  })

  test('may be one of many on the same signal, and leaves nothing there', async () => {
    const warnings: Error[] = []
    const listen = (warning: Error): void => void warnings.push(warning)
    process.on('warning', listen)
    const { signal } = new AbortController()
    const { origin } = await serveHttp((_, response) => response.writeHead(202).end())
    await Promise.all(Array.from({ length: 30 }, () => post(origin, 60_000, { signal })))
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', listen)
    expect(warnings).toEqual([])
  })
})
