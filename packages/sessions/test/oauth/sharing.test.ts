import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { oauth, type RunningAuthorizationServer } from '@harness-mcp/lab'
import { expect, it } from 'vitest'

import type { TokenStore } from '../../src/index.js'
import { browser, freshStore, type Protected, protectedServer } from '../support/protected.js'
import { sessionOf, states } from '../support/sessions.js'

const run = promisify(execFile)
const dist = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

async function authorized(lab: Protected, tokenStore: TokenStore): Promise<void> {
  const session = await sessionOf({ first: { url: lab.url } }, { tokenStore, openUrl: browser().openUrl })
  await session.authenticate('first')
  await session.close()
}

it('sessions that share a store renew a token once', async () => {
  const lab = await protectedServer()
  const { tokenStore } = freshStore()
  await authorized(lab, tokenStore)
  const open = (): ReturnType<typeof sessionOf> => sessionOf({ web: { url: lab.url } }, { tokenStore })
  const sessions = await Promise.all([open(), open(), open(), open()])
  lab.authorizationServer.grants.expireAccess()
  const outcomes = await Promise.all(sessions.map((session) => session.call('mcp__web__add', { a: 1, b: 2 })))
  expect(outcomes.map(({ isError }) => isError)).toEqual([false, false, false, false])
  expect(lab.authorizationServer.asked('refresh_token')).toBe(1)
})

it('processes that share a store renew a token once', async () => {
  const lab = await protectedServer()
  const { file, tokenStore } = freshStore()
  await authorized(lab, tokenStore)
  lab.authorizationServer.grants.expireAccess()
  const source = `
    import { createMcpSession, fileTokenStore } from ${JSON.stringify(dist)}
    const tokenStore = fileTokenStore(${JSON.stringify(file)})
    const session = await createMcpSession({ mcpServers: { web: { url: ${JSON.stringify(lab.url)} } }, tokenStore })
    console.log(session.status()[0].state)
    await session.close()
  `
  const start = (): Promise<{ stdout: string }> => run(process.execPath, ['--input-type=module', '--eval', source])
  const ends = await Promise.all([start(), start(), start()])
  expect(ends.map(({ stdout }) => stdout)).toEqual(['ready\n', 'ready\n', 'ready\n'])
  expect(lab.authorizationServer.asked('refresh_token')).toBe(1)
})

it('another server gets none of the tokens, whatever it is called', async () => {
  const lab = await protectedServer()
  const { tokenStore } = freshStore()
  await authorized(lab, tokenStore)
  const other = await protectedServer({}, { authorizationServer: lab.authorizationServer })
  const session = await sessionOf({ first: { url: other.url } }, { tokenStore })
  expect(states(session)).toEqual({ first: 'auth-required' })
  expect(other.seen.map(({ token }) => token)).toEqual(other.seen.map(() => undefined))
})

it.each([
  ['other scopes', { scopes: ['more'] }],
  ['another client', { clientId: 'another' }],
])('an entry with %s has tokens of its own', async (_, entry) => {
  const lab = await protectedServer()
  const { tokenStore } = freshStore()
  await authorized(lab, tokenStore)
  const session = await sessionOf({ first: { url: lab.url, oauth: entry } }, { tokenStore })
  expect(states(session)).toEqual({ first: 'auth-required' })
})

it('an entry that moves to another URL, or changes its OAuth, connects anew without the old tokens', async () => {
  const lab = await protectedServer()
  const other = await protectedServer({}, { authorizationServer: lab.authorizationServer })
  const { tokenStore } = freshStore()
  await authorized(lab, tokenStore)
  const session = await sessionOf({ web: { url: lab.url } }, { tokenStore })
  expect(states(session)).toEqual({ web: 'ready' })
  await session.setServers({ web: { url: other.url } })
  expect(states(session)).toEqual({ web: 'auth-required' })
  const back = await session.setServers({ web: { url: lab.url, oauth: { scopes: ['more'] } } })
  expect(back.changed).toEqual(['web'])
  expect(states(session)).toEqual({ web: 'auth-required' })
})

it('a server that moves to another authorization server takes none of the old tokens there', async () => {
  const lab = await protectedServer()
  const { tokenStore } = freshStore()
  await authorized(lab, tokenStore)
  const other: RunningAuthorizationServer = await oauth.startAuthorizationServer()
  Object.assign(lab.protection, { authorizationServers: [other.issuer] })
  lab.authorizationServer.grants.expireAccess()
  const session = await sessionOf({ first: { url: lab.url } }, { tokenStore })
  expect(new URL(session.status()[0]?.authorizationUrl ?? '').origin).toBe(other.issuer)
  expect(JSON.stringify(other.seen)).not.toMatch(/access-|refresh-/)
  await other.close()
})

it('a store keeps its tokens while nobody can renew them, and nobody is asked', async () => {
  const lab = await protectedServer()
  const { tokenStore } = freshStore()
  await authorized(lab, tokenStore)
  const kept = await tokenStore.read()
  lab.authorizationServer.grants.expireAccess()
  lab.authorizationServer.behaviour.tokenStatus = 503
  const mcpServers = { web: { url: lab.url, reconnect: { enabled: false } } }
  const session = await sessionOf(mcpServers, { tokenStore, openUrl: () => expect.unreachable() })
  expect(session.status()[0]).toMatchObject({ state: 'failed', reason: expect.stringContaining('cannot be renewed') })
  expect(await tokenStore.read()).toEqual(kept)
  lab.authorizationServer.behaviour.tokenStatus = undefined
  await session.reconnect('web')
  expect(states(session)).toEqual({ web: 'ready' })
})
