import { type JsonObject, type JsonValue, plainLine } from '@harness-mcp/result-adapter'
import type { McpResourceRequest } from '@harness-mcp/resources'

import type { ResolvedConfig } from '../config/schema.js'
import type { Connection, WireRequest } from '../connection/connection.js'
import { seeError } from '../connection/seen-error.js'
import { clientError } from '../errors.js'
import { isJsonObject } from '../json.js'
import { bounded } from './bounded.js'

export interface DocumentParts {
  readonly config: ResolvedConfig
  /** The connection to use now. Throws when there is none. */
  readonly live: () => Connection
}

/** Who asks: one object for one walk over pages. */
export interface Walk {
  /** Cancels the request, on the server too. */
  readonly signal?: AbortSignal | undefined
}

export type RequestDocuments = (request: McpResourceRequest, walk?: Walk) => Promise<JsonValue>

/**
 * Operations on the documents of one server; each resolves to the protocol's result as the server sent it. All requests
 * with the same `walk` object run on one connection, and fail when that is replaced: a cursor means nothing to another one.
 */
export function documentRequests(parts: DocumentParts): RequestDocuments {
  const walks = new WeakMap<Walk, Connection>()
  return (request, given) => {
    const walk = given ?? {}
    const live = (): Connection => {
      const connection = parts.live()
      const first = walks.get(walk) ?? connection
      walks.set(walk, first)
      if (first === connection) return connection
      const message = 'the connection was replaced during the walk over the pages; start the walk again'
      throw clientError('protocol', { server: parts.config.serverName, message })
    }
    return requestDocuments({ ...parts, live }, request, walk.signal)
  }
}

async function requestDocuments(
  { config, live }: DocumentParts,
  request: McpResourceRequest,
  signal: AbortSignal | undefined,
): Promise<JsonValue> {
  const result = await bounded({ config, what: `the request ${request.method}`, signal }, async (stop, { hold }) => {
    const wire = wireRequest(request, config.serverName)
    const connection = live()
    if (!connection.capabilities.resources) return withoutCapability(request, config.serverName)
    const asked = wire.method === 'resources/read' ? { hold } : undefined
    return connection.request(wire, { signal: stop, asked }).catch((error: unknown) => emptyTemplates(request, error))
  })
  if (isJsonObject(result)) return result
  throw clientError('protocol', {
    server: config.serverName,
    message: `the result of ${request.method} is not an object`,
  })
}

/** Whoever calls without types could name any method here, and so call tools past every permission. */
function wireRequest(request: McpResourceRequest, server: string): WireRequest {
  const { method } = request
  switch (method) {
    case 'resources/read':
      return { method, params: { uri: request.uri } }
    case 'resources/list':
    case 'resources/templates/list':
      return { method, params: request.cursor === undefined ? {} : { cursor: request.cursor } }
    default:
      throw clientError('protocol', {
        server,
        message: `"${plainLine(String(method), 64)}" is no operation on documents`,
      })
  }
}

function withoutCapability({ method }: McpResourceRequest, server: string): JsonObject {
  if (method === 'resources/list') return { resources: [] }
  if (method === 'resources/templates/list') return { resourceTemplates: [] }
  throw clientError('protocol', { server, message: 'this server has no documents: it does not offer resources' })
}

const METHOD_NOT_FOUND = -32_601

/** Many servers with documents do not know the method that lists templates: they have none. */
function emptyTemplates({ method }: McpResourceRequest, error: unknown): JsonObject {
  const cause = seeError(error instanceof Error ? error.cause : undefined)
  const unknown = cause.kind === 'server-error' && cause.code === METHOD_NOT_FOUND
  if (method === 'resources/templates/list' && unknown) return { resourceTemplates: [] }
  throw error
}
