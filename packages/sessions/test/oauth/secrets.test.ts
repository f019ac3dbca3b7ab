import { expect, it } from 'vitest'

import { browser, freshStore, protectedServer } from '../support/protected.js'
import { sessionOf } from '../support/sessions.js'

it('shows no token, code, verifier or client secret in states, events, logs, errors or pages', async () => {
  const lab = await protectedServer()
  const { behaviour, grants, seen } = lab.authorizationServer
  const { tokenStore } = freshStore()
  const { pages, openUrl } = browser()
  const said: string[] = []
  const log = (message: string): void => void said.push(message)
  const client = { clientId: 'known', clientSecret: 'the-secret-of-the-client' }
  const session = await sessionOf(
    { web: { url: lab.url, oauth: client, reconnect: { enabled: false } } },
    {
      tokenStore,
      logger: { info: log, warn: log, error: log },
      openUrl: (url) => {
        const redirect = new URL(url).searchParams.get('redirect_uri') ?? ''
        grants.clients.set('known', { id: 'known', secret: client.clientSecret, redirectUris: [redirect] })
        openUrl(url)
      },
    },
  )
  session.subscribe((event) => said.push(JSON.stringify(event)))
  for (const tokenStatus of [400, 503, undefined]) {
    // It quotes what it was sent.
    behaviour.tokenStatus = tokenStatus
    await session.authenticate('web').catch((error: unknown) => said.push(String(error)))
    said.push(JSON.stringify([session.status(), session.mcpServerStatus()]))
  }
  grants.expireAccess()
  behaviour.tokenStatus = 503
  said.push(JSON.stringify(await session.call('mcp__web__add', { a: 1, b: 2 })))
  said.push(JSON.stringify(session.status()))
  const stored = (await tokenStore.read()).flatMap(({ tokens }) => [tokens?.access_token, tokens?.refresh_token])
  const sent = seen.flatMap(({ body }) => [...new URLSearchParams(body)])
  const secrets = [
    ...stored,
    ...sent.filter(([name]) => /^(?:code|code_verifier|refresh_token)$/.test(name)).map(([, value]) => value),
  ]
  expect(secrets.length).toBeGreaterThan(6)
  for (const secret of [...secrets, client.clientSecret])
    expect([...said, ...pages].filter((text) => text.includes(secret ?? 'nothing'))).toEqual([])
})
