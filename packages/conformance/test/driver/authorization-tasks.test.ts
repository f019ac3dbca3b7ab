import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'

import { oauth, startModernHttp } from '@harness-mcp/lab'
import { expect, it, onTestFinished } from 'vitest'

import type { AuthorizationName } from '../../src/authorization-scenarios.js'
import { authorizationTask } from '../../src/driver/authorization-tasks.js'

/** A real server that asks for tokens of a real authorization server, which does nothing wrong. */
async function protectedUrl(): Promise<string> {
  const authorizationServer = await oauth.startAuthorizationServer()
  const server = await startModernHttp({ intercept: oauth.protect(authorizationServer).intercept })
  onTestFinished(async () => {
    await server.close()
    await authorizationServer.close()
  })
  return server.url
}

async function openUrl(): Promise<string> {
  const server = await startModernHttp()
  onTestFinished(() => server.close())
  return server.url
}

function run(scenario: AuthorizationName, url: string, context = '{}'): Promise<void> {
  return authorizationTask(scenario)({ scenario, revision: '2026-07-28', context, url })
}

it('is not content with a server that asks for nothing', async () => {
  await expect(run('auth/metadata-default', await openUrl())).rejects.toThrow('ready instead of auth-required')
})

it('is not content when the scenario’s tool is not offered to an authorized client', async () => {
  const url = await protectedUrl()
  await expect(run('auth/metadata-default', url)).rejects.toThrow('the tool "test-tool" is not offered')
  await expect(run('auth/scope-step-up', url)).rejects.toThrow('the tool "test-tool" is not offered')
})

it('is not content when something is taken that should have been refused', async () => {
  await expect(run('auth/iss-wrong-issuer', await protectedUrl())).rejects.toThrow('it was not refused')
})

it('is not content with another refusal', async () => {
  const authorizationServer = await oauth.startAuthorizationServer()
  onTestFinished(() => authorizationServer.close())
  const { intercept } = oauth.protect(authorizationServer, { refusesAll: true })
  const server = await startModernHttp({ intercept })
  onTestFinished(() => server.close())
  await expect(run('auth/scope-retry-limit', server.url)).resolves.toBeUndefined()
  await expect(run('auth/iss-wrong-issuer', server.url)).rejects.toThrow('refuses the authorization that was given')
})

it('is not content with a client that the authorization server does not know', async () => {
  const context = JSON.stringify({ client_id: 'stranger', client_secret: 'secret' })
  await expect(run('auth/client-credentials-basic', await protectedUrl(), context)).rejects.toThrow(
    'auth-required instead of ready',
  )
})

it('leaves no files', async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('harness-mcp-driver-'))
  await expect(run('auth/metadata-default', await openUrl())).rejects.toThrow('ready instead of')
  const after = readdirSync(tmpdir()).filter((name) => name.startsWith('harness-mcp-driver-'))
  expect(after.filter((name) => !before.includes(name))).toEqual([])
})
