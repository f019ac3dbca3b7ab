import { expect, it, onTestFinished } from 'vitest'
import { startLegacyHttp, startModernHttp } from '../../src/index.js'
import { connectHttp } from '../connect.js'

it('lets a test answer a request before the server', async () => {
  const seen: string[] = []
  const { url, close } = await startModernHttp({
    intercept: (request) => {
      seen.push(request.method)
      return seen.length === 1 ? new Response('busy', { status: 503 }) : undefined
    },
  })
  onTestFinished(close)
  await expect(connectHttp(url)).rejects.toMatchObject({ code: 'ERA_NEGOTIATION_FAILED' })
  const client = await connectHttp(url)
  expect([client.getNegotiatedProtocolVersion(), seen.every((method) => method === 'POST')]).toEqual([
    '2026-07-28',
    true,
  ])
})

it('refuses connections after close, though a client still holds a stream', async () => {
  const { url, close } = await startLegacyHttp()
  await connectHttp(url, 'legacy')
  await close()
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

it('refuses a port that is taken', async () => {
  const { url, close } = await startModernHttp()
  onTestFinished(close)
  await expect(startModernHttp({ port: Number(new URL(url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
