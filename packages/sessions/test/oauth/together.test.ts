import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

import { freePort, oauth } from '@harness-mcp/lab'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'

import type { McpSession } from '../../src/index.js'
import { freshStore, type Protected, protectedServer } from '../support/protected.js'
import { sessionOf, states } from '../support/sessions.js'

/** Goes to the callback, or says what the authorization server had against it. */
async function strictBrowser(url: string): Promise<void> {
  const page = await oauth.follow(url)
  if (!page.ok) throw new Error(`${page.status} ${await page.text()}`)
}

async function add(session: McpSession, server = 'web'): Promise<boolean> {
  return (await session.call(`mcp__${server}__add`, { a: 1, b: 2 })).isError
}

function clientsOf({ authorizationServer }: Protected): number {
  return authorizationServer.seen.filter(({ path }) => path === '/register').length
}

it('entries for one server that start together share a client, and either may ask the person', async () => {
  const lab = await protectedServer()
  const mcpServers = { a: { url: lab.url }, b: { url: lab.url } }
  const session = await sessionOf(mcpServers, { tokenStore: freshStore().tokenStore, openUrl: strictBrowser })
  expect(clientsOf(lab)).toBe(1)
  await session.authenticate('b')
  await session.authenticate('a')
  expect(states(session)).toEqual({ a: 'ready', b: 'ready' })
})

it('two sessions may ask a person at the same time, and both go on with what they got', async () => {
  const lab = await protectedServer()
  const { tokenStore } = freshStore()
  const mcpServers = { web: { url: lab.url } }
  const second = await sessionOf(mcpServers, { tokenStore, openUrl: strictBrowser })
  const openUrl = async (url: string): Promise<void> => {
    await second.authenticate('web')
    await strictBrowser(url)
  }
  const first = await sessionOf(mcpServers, { tokenStore, openUrl })
  await first.authenticate('web')
  expect([states(first), states(second)]).toEqual([{ web: 'ready' }, { web: 'ready' }])
  for (let round = 0; round < 2; round++) {
    lab.authorizationServer.grants.expireAccess()
    expect([await add(first), await add(second)]).toEqual([false, false])
  }
  expect(lab.authorizationServer.asked('authorization_code')).toBe(2)
})

it('a client comes back to the port that it was made for, though its server repeats the address without one', async () => {
  const lab = await protectedServer()
  const { behaviour, grants } = lab.authorizationServer
  const registrar = createServer((request, response) => {
    void text(request).then((body) => {
      const { redirect_uris: asked } = z.object({ redirect_uris: z.array(z.string()) }).parse(JSON.parse(body))
      const client = { client_id: grants.register(asked).id, redirect_uris: ['http://127.0.0.1/callback'] }
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(client))
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => registrar.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void registrar.close())
  behaviour.metadata = { registration_endpoint: `http://127.0.0.1:${port}/register` }
  const { tokenStore } = freshStore()
  const first = await sessionOf({ web: { url: lab.url } }, { tokenStore })
  await first.close()
  const again = await sessionOf({ web: { url: lab.url } }, { tokenStore, openUrl: strictBrowser })
  await again.authenticate('web')
  expect(states(again)).toEqual({ web: 'ready' })
  expect(grants.clients.size).toBe(1)
})

it('a refresh token that is refused goes, and those of other servers stay', async () => {
  const lab = await protectedServer()
  const other = await protectedServer({}, { authorizationServer: lab.authorizationServer })
  const { tokenStore } = freshStore()
  const mcpServers = { web: { url: lab.url }, other: { url: other.url } }
  const session = await sessionOf(mcpServers, { tokenStore, openUrl: strictBrowser })
  await session.authenticate('web')
  lab.authorizationServer.grants.revokeAll()
  await session.authenticate('other')
  expect(await add(session)).toBe(true)
  const kept = new Map((await tokenStore.read()).map((grant) => [grant.server, grant]))
  expect(kept.get(lab.url)).toMatchObject({ registration: expect.any(Object) })
  expect(kept.get(lab.url)?.tokens).toBeUndefined()
  expect(kept.get(other.url)).toMatchObject({ registration: expect.any(Object), tokens: expect.any(Object) })
})
