import type { McpClientError } from '../errors.js'
import { healsByWaiting } from '../transport/refusal.js'
import type { Connection } from './connection.js'
import { connectFailure } from './failure.js'
import { Line } from './line.js'
import type { OpenOptions } from './open-options.js'
import type { EraHint } from './sdk-client.js'
import { codeOf, seeError, type SeenError } from './seen-error.js'
import { UNSUPPORTED_REVISION } from './stale.js'

/**
 * Opens one connection: transport, negotiation, handshake. On stdio the server is started once, and again only when it
 * exited on the probe, or when it refused the handshake of a revision that it may not speak. The first process is
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

/** What only a server answers to `initialize` that does not speak the revisions which have it. */
const WITHOUT_INITIALIZE = new Set([UNSUPPORTED_REVISION, -32_601])

/** What to try after an attempt failed as `hint` had it. A verdict from silence or from memory is a guess, and is given up. */
function nextHint(error: unknown, hint: EraHint, { config, ...options }: OpenOptions): EraHint | undefined {
  const isProcess = config.transport === 'stdio'
  const code = codeOf(error)
  const seen = seeError(error)
  // Silence of a process is dealt with by the SDK, in the same process.
  if (hint === 'unknown' && code === (isProcess ? 'ERA_NEGOTIATION_FAILED' : 'REQUEST_TIMEOUT')) return 'legacy'
  if (seen.kind === 'server-error' && WITHOUT_INITIALIZE.has(seen.code) && (isProcess || hint === 'legacy')) {
    return 'modern'
  }
  if (hint !== 'legacy' || !refusesHandshake(seen)) return undefined
  if (options.hint === 'legacy') return 'unknown'
  return isProcess ? undefined : 'modern'
}

function refusesHandshake(seen: SeenError): boolean {
  return seen.kind === 'server-error' || (seen.kind === 'http' && !healsByWaiting(seen.status))
}
