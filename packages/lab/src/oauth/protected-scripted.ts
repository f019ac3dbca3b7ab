import type { HttpFault, Service } from '../scripted/remote/exchange.js'
import type { RunningAuthorizationServer } from './authorization-server.js'

/** A request to a protected scripted server, and the token that it carried. */
export interface SeenByScripted {
  verb: string
  path: string
  token: string | undefined
}

/** A scripted server that asks for tokens. */
export interface ProtectedScripted {
  /** The `fault` of `startScriptedHttp` or `startScriptedSse`. */
  fault: HttpFault
  seen: SeenByScripted[]
  /** Breaks every open connection. */
  breakConnections: () => void
}

/** Lets requests to the endpoint at `path` through that carry a good token of `authorizationServer`, whatever it allows. */
export function protectScripted(
  { grants, issuer }: RunningAuthorizationServer,
  path: '/mcp' | '/sse',
): ProtectedScripted {
  const seen: SeenByScripted[] = []
  const known: { service?: Service } = {}
  const fault: HttpFault = ({ verb, url, headers, response, service }) => {
    const origin = `http://${headers.host}`
    const metadataPath = `/.well-known/oauth-protected-resource${path}`
    const [, token] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
    known.service = service
    seen.push({ verb, path: url.pathname, token })
    if (url.pathname === metadataPath) {
      const metadata = { resource: `${origin}${path}`, authorization_servers: [issuer] }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
      return true
    }
    if (grants.allows(token ?? '')) return false
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${origin}${metadataPath}"` }).end()
    return true
  }
  return { fault, seen, breakConnections: () => known.service?.breakConnections() }
}
