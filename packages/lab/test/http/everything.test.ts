import { expect, it } from 'vitest'
import { childrenOf, startEverythingHttp } from '../../src/index.js'
import { connectHttp } from '../connect.js'

it('runs the reference server until it is closed', async () => {
  const { url, close } = await startEverythingHttp()
  const client = await connectHttp(url)
  expect(await client.callTool({ name: 'echo', arguments: { message: 'hi' } })).toMatchObject({
    content: [{ type: 'text', text: 'Echo: hi' }],
  })
  await client.close()
  await close()
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

it('runs the reference server over SSE', async () => {
  const before = childrenOf(process.pid)
  const { url, close } = await startEverythingHttp({ sse: true })
  const response = await fetch(url, { headers: { accept: 'text/event-stream' } })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  await response.body?.cancel()
  await close()
  expect(childrenOf(process.pid)).toEqual(before)
})
