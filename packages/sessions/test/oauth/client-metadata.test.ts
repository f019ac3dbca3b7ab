import type { RunningAuthorizationServer } from '@harness-mcp/lab'
import { expect, it } from 'vitest'

import { createMcpSession } from '../../src/index.js'
import { browser, freshStore, protectedServer } from '../support/protected.js'
import { sessionOf, states } from '../support/sessions.js'

const CLIENT = 'https://agent.example/client.json'

/** Makes the server take clients by the URL of their document, as if it had read the one at `url`. */
function takesDocuments(
  { behaviour, grants }: RunningAuthorizationServer,
  url: string,
): (authorizationUrl: string) => void {
  behaviour.metadata = { client_id_metadata_document_supported: true }
  return (authorizationUrl) => {
    const redirect = new URL(authorizationUrl).searchParams.get('redirect_uri') ?? ''
    grants.clients.set(url, { id: url, secret: undefined, redirectUris: [redirect] })
    browser().openUrl(authorizationUrl)
  }
}

function registrations({ seen }: RunningAuthorizationServer): number {
  return seen.filter(({ path }) => path === '/register').length
}

it('a client that describes itself is known by its URL where the authorization server takes such ones', async () => {
  const lab = await protectedServer()
  const { tokenStore } = freshStore()
  const openUrl = takesDocuments(lab.authorizationServer, CLIENT)
  const mcpServers = { web: { url: lab.url, oauth: { clientMetadataUrl: CLIENT } } }
  const session = await sessionOf(mcpServers, { tokenStore, openUrl })
  await session.authenticate('web')
  expect(states(session)).toEqual({ web: 'ready' })
  expect(registrations(lab.authorizationServer)).toBe(0)
  await session.close()
  const second = await sessionOf(mcpServers, { tokenStore, openUrl: () => expect.unreachable() })
  expect(states(second)).toEqual({ web: 'ready' })
})

it('a client that describes itself is registered where the authorization server does not', async () => {
  const lab = await protectedServer()
  const mcpServers = { web: { url: lab.url, oauth: { clientMetadataUrl: CLIENT } } }
  const session = await sessionOf(mcpServers, { tokenStore: freshStore().tokenStore, openUrl: browser().openUrl })
  await session.authenticate('web')
  expect(states(session)).toEqual({ web: 'ready' })
  expect(registrations(lab.authorizationServer)).toBe(1)
})

it('a given client goes before it', async () => {
  const lab = await protectedServer()
  lab.authorizationServer.behaviour.metadata = { client_id_metadata_document_supported: true }
  const entry = { clientId: 'known', clientMetadataUrl: CLIENT }
  const session = await sessionOf({ web: { url: lab.url, oauth: entry } }, { tokenStore: freshStore().tokenStore })
  const { searchParams } = new URL(session.status()[0]?.authorizationUrl ?? '')
  expect(searchParams.get('client_id')).toBe('known')
})

it('the tokens of one client are not those of another', async () => {
  const lab = await protectedServer()
  const { tokenStore } = freshStore()
  const openUrl = takesDocuments(lab.authorizationServer, CLIENT)
  const first = await sessionOf(
    { web: { url: lab.url, oauth: { clientMetadataUrl: CLIENT } } },
    { tokenStore, openUrl },
  )
  await first.authenticate('web')
  await first.close()
  const other = 'https://agent.example/other.json'
  const second = await sessionOf({ web: { url: lab.url, oauth: { clientMetadataUrl: other } } }, { tokenStore })
  expect(states(second)).toEqual({ web: 'auth-required' })
})

it.each([
  ['is not https', 'http://agent.example/client.json'],
  ['is no document', 'https://agent.example/'],
  ['is no URL', 'client.json'],
])('a URL that %s is refused before anything starts', async (_, clientMetadataUrl) => {
  const mcpServers = { web: { url: 'https://mcp.example.com/mcp', oauth: { clientMetadataUrl } } }
  await expect(createMcpSession({ mcpServers })).rejects.toMatchObject({
    code: 'invalid-config',
    message: expect.stringContaining('web.oauth.clientMetadataUrl: '),
  })
})
