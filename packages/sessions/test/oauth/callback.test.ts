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

it('waits for the last state it was asked for, and answers each request once', async () => {
  const { base, callback } = await listening()
  void callback('first')
  const answer = callback('second')
  expect((await fetch(`${base}/callback?state=first&code=1`)).status).toBe(400)
  expect((await fetch(`${base}/callback?state=second&code=2`)).status).toBe(200)
  expect((await answer).get('code')).toBe('2')
})

it.each([
  ['has no state', 'GET', '/callback?code=1', 400],
  ['has an empty state', 'GET', '/callback?code=1&state=', 400],
  ['is no GET', 'POST', '/callback?code=1&state=right', 404],
  ['goes elsewhere', 'GET', '/callback/../x?state=right', 404],
] as const)('a request that %s is no callback', async (_, method, path, status) => {
  const { base, callback } = await listening()
  const nobody = await fetch(`${base}${path}`, { method })
  void callback('right')
  expect([nobody.status, (await fetch(`${base}${path}`, { method })).status]).toEqual([status, status])
})

it('close() ends connections over which nothing was asked', async () => {
  const { port, close } = await listening()
  const [silent, half] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  await Promise.all([once(silent, 'connect'), once(half, 'connect')])
  half.write('GET /callback?state=')
  // Served after those two: the listener knows of them.
  await fetch(`http://127.0.0.1:${port}/`)
  const ended = Promise.all(
    [silent, half].map((socket) => new Promise((resolve) => socket.on('error', resolve).on('close', resolve))),
  )
  close()
  await ended
})
