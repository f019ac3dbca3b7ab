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

it('waits five minutes for a person, and no longer', async () => {
  let shown = (): void => {}
  const opened = new Promise<void>((resolve) => (shown = resolve))
  const given = await parts(() => shown())
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
