import { expect, it, onTestFinished } from 'vitest'
import { startLegacyHttp } from '../../src/index.js'
import { connectHttp } from '../connect.js'

it('opens one session a client and ends it on DELETE', async () => {
  const { url, close, sessions } = await startLegacyHttp()
  onTestFinished(close)
  const client = await connectHttp(url, 'legacy')
  expect(sessions()).toHaveLength(1)
  const [id = ''] = sessions()
  const { status } = await fetch(url, { method: 'DELETE', headers: { 'mcp-session-id': id } })
  expect([status, sessions()]).toEqual([200, []])
  await client.close()
})

it('answers 404 to a session it forgot', async () => {
  const { url, close, forgetSessions } = await startLegacyHttp()
  onTestFinished(close)
  const client = await connectHttp(url, 'legacy')
  await forgetSessions()
  await expect(client.callTool({ name: 'echo', arguments: { text: 'x' } })).rejects.toMatchObject({ status: 404 })
})

it('has no session and answers GET with 405 when stateless', async () => {
  const { url, close, sessions } = await startLegacyHttp({ stateless: true })
  onTestFinished(close)
  await connectHttp(url, 'legacy')
  const { status } = await fetch(url, { headers: { accept: 'text/event-stream' } })
  expect([status, sessions()]).toEqual([405, []])
})
