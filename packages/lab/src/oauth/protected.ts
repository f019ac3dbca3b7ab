import { isRecord } from '../scripted/wire.js'
import type { RunningAuthorizationServer, SeenRequest } from './authorization-server.js'

/** What a protected server wants to see. Each field may be changed while it runs. */
export interface Protection {
  /** The scopes that every request needs, separated by spaces. */
  scope?: string
  /** Scopes that a call of a tool needs besides, by raw name. */
  toolScopes?: Readonly<Record<string, string>>
  /** The scopes of the metadata document. */
  scopesSupported?: readonly string[]
  /** Replaces where the 401 says that the metadata is; `null` says nothing. */
  metadataUrl?: string | null
  /** The authorization servers that the metadata names. Default: the real one. */
  authorizationServers?: readonly string[]
  /** Refuses every token. */
  refusesAll?: boolean
}

/** A request to a protected server. */
export type SeenByServer = Pick<SeenRequest, 'method' | 'path'> & { headers: Headers; token: string | undefined }

/**
 * Stands before an MCP server and lets requests through that carry a good token of `authorizationServer`: the `intercept` of
 * `startLegacyHttp`, `startModernHttp` or `startScriptedSse`. It serves the metadata of the protected resource too.
 */
export function protect(
  authorizationServer: RunningAuthorizationServer,
  protection: Protection = {},
): { intercept: (request: Request) => Promise<Response | undefined>; seen: SeenByServer[] } {
  const seen: SeenByServer[] = []
  const intercept = async (request: Request): Promise<Response | undefined> => {
    const { origin, pathname } = new URL(request.url)
    const [, token] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? []
    seen.push({ method: request.method, path: pathname, headers: request.headers, token })
    if (pathname === METADATA_PATH) return Response.json(metadataOf(origin, authorizationServer, protection))
    if (pathname.startsWith('/.well-known/')) return new Response('Not found', { status: 404 })
    const allowed = protection.refusesAll === true ? undefined : authorizationServer.grants.allows(token ?? '')
    if (allowed?.resource !== `${origin}/mcp`) return refusal(401, origin, protection)
    const needed = await neededFor(request, protection)
    const granted = new Set(allowed.scope.split(' '))
    return needed.every((scope) => granted.has(scope)) ? undefined : refusal(403, origin, protection, needed.join(' '))
  }
  return { intercept, seen }
}

const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp'

function metadataOf(origin: string, { issuer }: RunningAuthorizationServer, protection: Protection): object {
  return {
    resource: `${origin}/mcp`,
    authorization_servers: protection.authorizationServers ?? [issuer],
    ...(protection.scopesSupported && { scopes_supported: protection.scopesSupported }),
  }
}

function refusal(status: 401 | 403, origin: string, protection: Protection, scope = protection.scope): Response {
  const metadataUrl = protection.metadataUrl === undefined ? `${origin}${METADATA_PATH}` : protection.metadataUrl
  const parameters = [
    ...(status === 403 ? ['error="insufficient_scope"'] : []),
    ...(metadataUrl === null ? [] : [`resource_metadata="${metadataUrl}"`]),
    ...(scope === undefined ? [] : [`scope="${scope}"`]),
  ]
  return new Response('refused', { status, headers: { 'www-authenticate': `Bearer ${parameters.join(', ')}` } })
}

async function neededFor(request: Request, { scope = '', toolScopes = {} }: Protection): Promise<readonly string[]> {
  const tool = request.method === 'POST' ? calledTool(await request.clone().text()) : ''
  return `${scope} ${toolScopes[tool] ?? ''}`.split(' ').filter((part) => part !== '')
}

function calledTool(body: string): string {
  const message: unknown = JSON.parse(body)
  if (!isRecord(message) || message['method'] !== 'tools/call' || !isRecord(message['params'])) return ''
  return String(message['params']['name'])
}
