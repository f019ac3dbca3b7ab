import { afterEach, expect, it, vi } from 'vitest'

import { freePort } from '../../src/oauth/callback.js'
import { withPerson } from '../../src/oauth/person.js'
import { SessionAuthProvider } from '../../src/oauth/provider.js'
import { freshStore } from '../support/protected.js'

afterEach(() => void vi.useRealTimers())

const URL_SHOWN = new URL('https://login.example/authorize?state=right')

async function parts(openUrl: (url: string) => unknown) {
  const provider = await SessionAuthProvider.open('https://web.example/mcp', {}, freshStore().tokenStore, freePort)
  return { server: 'web', provider, openUrl }
}

it.each([
  ['a person', undefined],
  ['a browser that is not closed', new Promise(() => {})],
])('waits five minutes for %s, and no longer', async (_, settles) => {
  let shown = (): void => {}
  const opened = new Promise<void>((resolve) => (shown = resolve))
  const given = await parts(() => (shown(), settles))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { signal } = new AbortController()
  const ended: unknown[] = []
  const waiting = withPerson(given, async (person) => void (await person(URL_SHOWN, { signal }))).catch((error) =>
    ended.push(error),
  )
  await opened
  await vi.advanceTimersByTimeAsync(299_999)
  expect(ended).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(ended).toEqual([
    expect.objectContaining({ code: 'auth-required', message: 'web: nobody authorized it within five minutes' }),
  ])
  expect(vi.getTimerCount()).toBe(0)
})

it.each([
  ['and registers a client anew after that', undefined, undefined],
  ['and keeps a client that has tokens', { access_token: 'a-token', token_type: 'Bearer' }, 'known'],
])('waits five minutes %s', async (_, tokens, client) => {
  const { tokenStore } = freshStore()
  const web = 'https://web.example/mcp'
  const common = { server: web, client: '', scopes: '', issuer: 'https://login.example', savedAt: 1 }
  const registration = { client_id: 'known', redirect_uris: [`http://127.0.0.1:${await freePort()}/callback`] }
  await tokenStore.change(() => [{ ...common, registration, tokens }])
  const provider = await SessionAuthProvider.open(web, {}, tokenStore, freePort)
  const before = provider.redirectUrl
  let shown = (): void => {}
  const opened = new Promise<void>((resolve) => (shown = resolve))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { signal } = new AbortController()
  const waiting = withPerson({ server: 'web', provider, openUrl: shown }, async (person) => {
    await person(URL_SHOWN, { signal })
  })
  const ended = waiting.catch((error: unknown) => error)
  await opened
  await vi.advanceTimersByTimeAsync(300_000)
  vi.useRealTimers()
  expect(await ended).toMatchObject({ code: 'auth-required' })
  expect((await provider.clientInformation({ issuer: 'https://login.example' }))?.client_id).toBe(client)
  // The URL that nobody came back from is for another port than this, unless its client is known.
  expect(provider.redirectUrl === before).toBe(client !== undefined)
})

it('ends at once when nobody waits for it any more', async () => {
  const ended = new AbortController()
  const given = await parts(() => ended.abort(new Error('closed')))
  const waiting = withPerson(given, async (person) => void (await person(URL_SHOWN, { signal: ended.signal })))
  await expect(waiting).rejects.toThrow('closed')
})

it('says that the URL could not be shown', async () => {
  const given = await parts(() => Promise.reject(new Error('no browser')))
  const { signal } = new AbortController()
  const waiting = withPerson(given, async (person) => void (await person(URL_SHOWN, { signal })))
  await expect(waiting).rejects.toThrow('web: the URL could not be opened: no browser')
})

it.each([
  ['throws', () => expect.fail('at once')],
  ['rejects without a reason', () => Promise.reject(undefined)],
])('an opener that %s ends the wait', async (_, openUrl) => {
  const given = await parts(openUrl)
  const { signal } = new AbortController()
  const waiting = withPerson(given, async (person) => void (await person(URL_SHOWN, { signal })))
  await expect(waiting).rejects.toMatchObject({ code: 'auth-required', server: 'web' })
})

it('leaves no port open, whatever the end', async () => {
  const given = await parts(() => Promise.reject(new Error('no browser')))
  const { signal } = new AbortController()
  let port = 0
  const waiting = withPerson(given, async (person) => {
    port = given.provider.port
    await person(URL_SHOWN, { signal })
  })
  await expect(waiting).rejects.toThrow('no browser')
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
})
