import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterEach, expect, it } from 'vitest'

import { type CallbackListener, freePort, listenForCallback } from '../../src/oauth/callback.js'

const listeners: CallbackListener[] = []

afterEach(() => listeners.splice(0).forEach((listener) => listener.close()))

async function listening(label = 'web'): Promise<CallbackListener & { readonly base: string }> {
  const listener = await listenForCallback(await freePort(), label)
  listeners.push(listener)
  return { ...listener, base: `http://127.0.0.1:${listener.port}` }
}

it('resolves with the parameters of the callback that carries its state', async () => {
  const { base, callback } = await listening()
  const answer = callback('right')
  const wrong = await fetch(`${base}/callback?state=wrong&code=1`)
  expect([wrong.status, (await fetch(`${base}/favicon.ico`)).status]).toEqual([400, 404])
  expect((await fetch(`${base}/callback?state=right&code=2&iss=x`)).status).toBe(200)
  expect([...(await answer)]).toEqual([
    ['state', 'right'],
    ['code', '2'],
    ['iss', 'x'],
  ])
})

it('does not answer a page that came under another name', async () => {
  const { port, callback } = await listening()
  void callback('right')
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET /callback?state=right&code=1 HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /)
})

it('does not repeat the words of a callback', async () => {
  const { base, callback } = await listening('<web>')
  void callback('right')
  const page = await (
    await fetch(`${base}/callback?state=right&error=access_denied&error_description=%3Cb%3Ewords`)
  ).text()
  expect(page).toContain('The authorization was not given (&lt;web&gt;)')
  expect(page).not.toContain('words')
})

it('takes another port when the wanted one is in use', async () => {
  const first = await listening()
  const second = await listenForCallback(first.port, 'web')
  listeners.push(second)
  expect(second.port).not.toBe(first.port)
})

it('listens on 127.0.0.1 alone', async () => {
  const { port } = await listening()
  await expect(fetch(`http://[::1]:${port}/callback`)).rejects.toThrow('fetch failed')
})
