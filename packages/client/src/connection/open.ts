import type { McpClientError } from '../errors.js'
import type { Connection } from './connection.js'
import { connectFailure, seeError } from './failure.js'
import { Line } from './line.js'
import type { OpenOptions } from './open-options.js'
import type { EraHint } from './sdk-client.js'

/**
 * Opens one connection: transport, negotiation, handshake. On stdio the server is started once, and again only when it
 * exited on the probe, or when it speaks only a revision that the first handshake excluded. The first process is
 * confirmed dead before the second starts.
 */
export async function openConnection(options: OpenOptions): Promise<Connection> {
  const tried = new Set<EraHint>()
  for (let hint = options.hint; ;) {
    const end = await attempt(options, hint)
    if (end.ok) return end.connection
    tried.add(hint)
    const next = nextHint(end.error, hint, options)
    if (next === undefined || tried.has(next)) throw end.failure
    hint = next
  }
}

type Attempt =
  | { readonly ok: true; readonly connection: Connection }
  | { readonly ok: false; readonly error: unknown; readonly failure: McpClientError }

async function attempt(options: OpenOptions, hint: EraHint): Promise<Attempt> {
  const line = await Line.open(options)
  try {
    return { ok: true, connection: await line.handshake(hint) }
  } catch (error) {
    line.hideSession()
    await line.close()
    options.signal.throwIfAborted()
    const context = { server: options.config.serverName, redact: options.redact }
    return { ok: false, error, failure: connectFailure(line.refusal ?? error, context, line.stdio?.obituary()) }
  }
}

/** UnsupportedProtocolVersion of the MCP specification 2026-07-28. */
const UNSUPPORTED_REVISION = -32_022

function nextHint(error: unknown, hint: EraHint, { config }: OpenOptions): EraHint | undefined {
  if (config.transport !== 'stdio') return undefined
  const seen = seeError(error)
  if (seen.kind === 'server-error' && seen.code === UNSUPPORTED_REVISION) return 'modern'
  const exitedOnProbe = error instanceof Error && 'code' in error && error.code === 'ERA_NEGOTIATION_FAILED'
  return exitedOnProbe && hint === 'unknown' ? 'legacy' : undefined
}
