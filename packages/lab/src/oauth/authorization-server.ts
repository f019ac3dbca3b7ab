import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeServer, portOf } from '../http/listen.js'
import { wellBehaved, type Behaviour } from './behaviour.js'
import { Grants, type KnownClient } from './grants.js'

/** A request as the server saw it. */
export interface SeenRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** An authorization server that listens in this process: OAuth 2.1 with PKCE, registration and rotating refresh tokens. */
export interface RunningAuthorizationServer {
  issuer: string
  behaviour: Behaviour
  grants: Grants
  /** Every request, in order. */
  seen: SeenRequest[]
  /** How often the token endpoint was asked for this kind of grant. */
  asked: (grantType: string) => number
  close: () => Promise<void>
}

/** Starts an authorization server on 127.0.0.1, at a free port or a given one. */
export async function startAuthorizationServer(
  options: Partial<Behaviour> & { port?: number } = {},
): Promise<RunningAuthorizationServer> {
  const { port = 0, ...behaviour } = options
  const running: Running = { issuer: '', behaviour: { ...wellBehaved, ...behaviour }, grants: new Grants(), seen: [] }
  const server = createServer((request, response) => void serve(running, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  running.issuer = `http://127.0.0.1:${portOf(server.address())}`
  return {
    ...running,
    asked: (grantType) =>
      running.seen.filter(({ path, body }) => path === '/token' && body.includes(`grant_type=${grantType}`)).length,
    close: () => closeServer(server),
  }
}

interface Running {
  issuer: string
  behaviour: Behaviour
  grants: Grants
  seen: SeenRequest[]
}

async function serve(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const { method = '', url = '', headers } = request
  const { pathname, searchParams } = new URL(url, running.issuer)
  running.seen.push({ method, path: pathname, headers, body })
  if (pathname === '/.well-known/oauth-authorization-server') return json(response, 200, metadataOf(running))
  if (pathname === '/register' && running.behaviour.registers) return json(response, 201, register(running, body))
  if (pathname === '/authorize') return authorize(running, searchParams, response)
  if (pathname === '/decide') return decide(running, new URLSearchParams(body), response)
  if (pathname === '/token') return token(running, new URLSearchParams(body), headers, response)
  return json(response, 404, { error: 'not_found' })
}

function metadataOf({ issuer, behaviour }: Running): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    ...(behaviour.registers && { registration_endpoint: `${issuer}/register` }),
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    authorization_response_iss_parameter_supported: behaviour.iss !== 'absent',
    ...behaviour.metadata,
  }
}

function register({ grants }: Running, body: string): object {
  const metadata: unknown = JSON.parse(body)
  const uris: unknown =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'redirect_uris') : undefined
  const redirectUris = Array.isArray(uris) ? uris.map(String) : []
  const { id } = grants.register(redirectUris)
  return { client_id: id, redirect_uris: redirectUris, token_endpoint_auth_method: 'none' }
}

/** An unknown client or redirect is answered here: nobody is sent to a place that did not register. */
function authorize(running: Running, question: URLSearchParams, response: ServerResponse): void {
  const client = running.grants.clients.get(question.get('client_id') ?? '')
  const redirect = question.get('redirect_uri') ?? ''
  if (!client?.redirectUris.includes(redirect)) return json(response, 400, { error: 'invalid_request' })
  if (question.get('code_challenge_method') !== 'S256') return json(response, 400, { error: 'invalid_request' })
  if (!running.behaviour.asks) return callBack(running, question, running.behaviour.consent === 'given', response)
  const fields = [...question].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${encodeURIComponent(value)}">`,
  )
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(
    `<!doctype html><form method="post" action="/decide">${fields.join('')}<button name="answer" value="yes">Allow</button></form>`,
  )
}

function decide(running: Running, form: URLSearchParams, response: ServerResponse): void {
  const question = new URLSearchParams([...form].map(([name, value]) => [name, decodeURIComponent(value)]))
  callBack(running, question, form.get('answer') === 'yes', response)
}

function callBack(
  { issuer, behaviour, grants }: Running,
  question: URLSearchParams,
  given: boolean,
  response: ServerResponse,
): void {
  const redirectUri = question.get('redirect_uri') ?? ''
  const target = new URL(redirectUri)
  const state = question.get('state')
  if (state !== null) target.searchParams.set('state', state)
  if (behaviour.iss === 'right') target.searchParams.set('iss', issuer)
  if (behaviour.iss === 'wrong') target.searchParams.set('iss', 'https://evil.example')
  if (given) {
    const allowed = {
      client: question.get('client_id') ?? '',
      scope: question.get('scope') ?? '',
      resource: question.get('resource') ?? undefined,
      redirectUri,
      challenge: question.get('code_challenge') ?? '',
    }
    target.searchParams.set('code', grants.allow(allowed))
  } else {
    target.searchParams.set('error', 'access_denied')
    target.searchParams.set('error_description', '<b>the person said no</b>')
  }
  response.writeHead(302, { location: target.href }).end()
}

function token(
  { behaviour, grants }: Running,
  form: URLSearchParams,
  headers: IncomingMessage['headers'],
  response: ServerResponse,
): void {
  if (behaviour.tokenStatus !== undefined) {
    // It quotes what it was sent, as some do.
    return json(response, behaviour.tokenStatus, { error: 'temporarily_unavailable', error_description: String(form) })
  }
  const client = authenticated(grants, form, headers)
  if (client === undefined) return json(response, 401, { error: 'invalid_client' })
  const allowed =
    form.get('grant_type') === 'refresh_token'
      ? grants.refresh(form.get('refresh_token') ?? '')
      : grants.redeem(form.get('code') ?? '', form.get('redirect_uri') ?? '', form.get('code_verifier') ?? '')
  if (allowed?.client !== client.id)
    return json(response, 400, { error: 'invalid_grant', error_description: String(form) })
  json(response, 200, grants.issue(allowed, behaviour.refreshes))
}

function authenticated(
  grants: Grants,
  form: URLSearchParams,
  headers: IncomingMessage['headers'],
): KnownClient | undefined {
  const [, basic = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? []
  const [id = '', secret = ''] = basic ? Buffer.from(basic, 'base64').toString().split(':') : []
  const client = grants.clients.get(id || (form.get('client_id') ?? ''))
  const given = secret || form.get('client_secret') || undefined
  return client?.secret === given ? client : undefined
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(value))
}
