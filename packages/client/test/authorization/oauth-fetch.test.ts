import { afterEach, expect, it, vi } from 'vitest'

import { oauthFetch } from '../../src/authorization/oauth-fetch.js'
import { serveHttp } from '../support/http.js'

afterEach(() => void vi.useRealTimers())

async function slow(answer: 'headers' | 'nothing') {
  let asked = (): void => {}
  const waiting = new Promise<void>((resolve) => (asked = resolve))
  const { origin } = await serveHttp((_, response) => {
    if (answer === 'headers') response.writeHead(200).write('{')
    asked()
  })
  const outages: string[] = []
  const ended = new AbortController()
  const fetch = oauthFetch({
    server: 's',
    url: new URL(origin),
    ended: ended.signal,
    onOutage: (why) => outages.push(why),
  })
  return { fetch, origin, outages, ended, waiting }
}

it.each(['headers', 'nothing'] as const)('waits 30 s for an answer, with %s of it there', async (answer) => {
  const { fetch, origin, outages, waiting } = await slow(answer)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const failure = fetch(`${origin}/token`, { method: 'POST' }).catch((error: unknown) => error)
  await waiting
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await failure).toBeInstanceOf(TypeError)
  expect(outages).toEqual([`${origin} cannot be reached`])
})

it('ends with what it belongs to', async () => {
  const { fetch, origin, ended, waiting } = await slow('headers')
  const failure = fetch(`${origin}/token`, { method: 'POST' }).catch((error: unknown) => error)
  await waiting
  ended.abort(new Error('closed'))
  expect(await failure).toBeInstanceOf(TypeError)
  await expect(fetch(`${origin}/token`)).rejects.toThrow(TypeError)
})
