import { McpError } from '@harness-mcp/client'
import type { McpSession } from '@harness-mcp/sessions'
import { ClientCredentialsProvider, PrivateKeyJwtProvider } from '@modelcontextprotocol/client'

import type { AuthorizationName } from '../authorization-scenarios.js'
import { type Assignment, SERVER } from './assignment.js'
import { parseSecretClient, parseSigningClient } from './context.js'
import { asMachine } from './machine.js'
import { demandReady } from './ready.js'
import { snapshotOf, withSession } from './session.js'
import { call, expectText } from './tools.js'

type AuthorizationTask = (assignment: Assignment) => Promise<void>

/** What is done in a scenario of authorization. Rejects when the bridge does not come to the scenario's right end. */
export function authorizationTask(scenario: AuthorizationName): AuthorizationTask {
  return SPECIAL[scenario] ?? agreed
}

const SPECIAL: Partial<Record<AuthorizationName, AuthorizationTask>> = {
  // The suite's own URL: it demands this one, and loads nothing from it.
  'auth/basic-cimd': (assignment) =>
    agreed(assignment, { clientMetadataUrl: 'https://conformance-test.local/client-metadata.json' }),
  'auth/pre-registration': (assignment) => agreed(assignment, parseSecretClient(assignment.context)),

  'auth/scope-step-up': steppedUp,
  'auth/scope-retry-limit': refused('the server refuses the authorization that was given'),

  'auth/resource-mismatch': refused('Protected resource https://evil.example.com/mcp does not match'),
  'auth/metadata-issuer-mismatch': refused('Issuer mismatch in authorization server metadata'),
  'auth/iss-supported-missing': refused('Issuer mismatch in authorization response'),
  'auth/iss-wrong-issuer': refused('Issuer mismatch in authorization response'),
  'auth/iss-unexpected': refused('Issuer mismatch in authorization response'),
  'auth/iss-normalized': refused('Issuer mismatch in authorization response'),

  'auth/client-credentials-basic': (assignment) =>
    asMachine(
      assignment,
      (expectedIssuer) => new ClientCredentialsProvider({ ...parseSecretClient(assignment.context), expectedIssuer }),
    ),
  'auth/client-credentials-jwt': (assignment) =>
    asMachine(
      assignment,
      (expectedIssuer) => new PrivateKeyJwtProvider({ ...parseSigningClient(assignment.context), expectedIssuer }),
    ),
}

interface OAuth {
  readonly clientId?: string
  readonly clientSecret?: string
  readonly issuer?: string
  readonly clientMetadataUrl?: string
}

/** The person agrees, and the agent calls a tool. */
async function agreed({ url, revision }: Assignment, oauth: OAuth = {}): Promise<void> {
  await withSession({ type: 'http', url, oauth }, async (session) => {
    demandAuthRequired(session)
    await session.authenticate(SERVER)
    demandReady(snapshotOf(session), revision)
    expectText(await call(session, 'test-tool'), 'test')
  })
}

/** A call needs more than the person agreed to at first. */
async function steppedUp({ url, revision }: Assignment): Promise<void> {
  await withSession({ type: 'http', url }, async (session) => {
    demandAuthRequired(session)
    await session.authenticate(SERVER)
    demandReady(snapshotOf(session), revision)
    const { code } = await call(session, 'test-tool')
    if (code !== 'auth-required') throw new Error(`the call ended with ${code} instead of auth-required`)
    await session.authenticate(SERVER)
    expectText(await call(session, 'test-tool'), 'test')
  })
}

/** The person agrees, and the bridge does not: for a reason that has these words. */
function refused(words: string): AuthorizationTask {
  return ({ url }) =>
    withSession({ type: 'http', url }, async (session) => {
      demandAuthRequired(session)
      const error: unknown = await session.authenticate(SERVER).catch((reason: unknown) => reason)
      if (!(error instanceof McpError)) throw new Error(`it was not refused: ${String(error)}`)
      if (error.code !== 'auth-required' || !error.message.includes(words)) throw error
      demandAuthRequired(session)
    })
}

function demandAuthRequired(session: McpSession): void {
  const { state, reason } = snapshotOf(session)
  if (state !== 'auth-required') throw new Error(`${state} instead of auth-required: ${reason}`)
}
