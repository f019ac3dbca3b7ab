import { oauth } from '@harness-mcp/lab'
import { expect, it } from 'vitest'

import { browser, freshStore, protectedServer } from '../support/protected.js'
import { sessionOf, states } from '../support/sessions.js'

it('a server may ask a second time within one authentication, and each answer is taken once', async () => {
  const lab = await protectedServer({ refusesAll: true })
  const { pages, openUrl } = browser()
  const urls: string[] = []
  const session = await sessionOf(
    { web: { url: lab.url } },
    {
      tokenStore: freshStore().tokenStore,
      openUrl: (url) => {
        urls.push(url)
        Object.assign(lab.protection, { refusesAll: urls.length < 2 })
        openUrl(url)
      },
    },
  )
  await session.authenticate('web')
  expect(states(session)).toEqual({ web: 'ready' })
  expect(new Set(urls.map((url) => new URL(url).searchParams.get('state'))).size).toBe(2)
  expect(pages.every((page) => page.startsWith('200 '))).toBe(true)
})

it('a server that is never content asks twice at most', async () => {
  const lab = await protectedServer({ refusesAll: true })
  const { openUrl } = browser()
  let opened = 0
  const session = await sessionOf(
    { web: { url: lab.url } },
    { tokenStore: freshStore().tokenStore, openUrl: (url) => (opened++, openUrl(url)) },
  )
  await expect(session.authenticate('web')).rejects.toMatchObject({ code: 'auth-required' })
  expect(opened).toBe(2)
})

it('what opens the URL need not come to an end', async () => {
  const lab = await protectedServer()
  const session = await sessionOf(
    { web: { url: lab.url } },
    {
      tokenStore: freshStore().tokenStore,
      openUrl: (url) => {
        browser().openUrl(url)
        return new Promise(() => {})
      },
    },
  )
  await session.authenticate('web')
  expect(states(session)).toEqual({ web: 'ready' })
})

it('a callback that comes again finds nobody, and changes nothing', async () => {
  const lab = await protectedServer()
  let callback: URL | undefined
  const session = await sessionOf(
    { web: { url: lab.url } },
    {
      tokenStore: freshStore().tokenStore,
      openUrl: async (url) => {
        callback = new URL(new URL(url).searchParams.get('redirect_uri') ?? '')
        callback.search = (await oauth.callbackOf(url)).toString()
        await fetch(callback)
      },
    },
  )
  await session.authenticate('web')
  await expect(fetch(callback ?? '')).rejects.toThrow('fetch failed')
  expect(states(session)).toEqual({ web: 'ready' })
  expect(lab.authorizationServer.asked('authorization_code')).toBe(1)
})

it('takes no answer of another issuer, and the next authentication asks anew', async () => {
  const lab = await protectedServer()
  lab.authorizationServer.behaviour.iss = 'wrong'
  const session = await sessionOf(
    { web: { url: lab.url } },
    { tokenStore: freshStore().tokenStore, openUrl: browser().openUrl },
  )
  const [before] = session.status()
  await expect(session.authenticate('web')).rejects.toThrow(/^web: the authorization failed: Issuer mismatch/)
  expect(lab.authorizationServer.asked('authorization_code')).toBe(0)
  const [after] = session.status()
  expect(after?.authorizationUrl).toContain('/authorize?')
  expect(after?.authorizationUrl).not.toBe(before?.authorizationUrl)
  lab.authorizationServer.behaviour.iss = 'right'
  await session.authenticate('web')
  expect(states(session)).toEqual({ web: 'ready' })
})
