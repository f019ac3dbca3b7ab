import { untilAborted } from '@harness-mcp/result-adapter'

import { deferred, type Deferred } from '../deferred.js'
import { clientError, type McpClientError } from '../errors.js'

/** A server name that is taken within a scope. */
export interface Reservation {
  /** Says that its owner is closing: whoever asks for the name from now on waits for it, and is not refused. */
  leave(): void
  free(): void
}

interface Owner {
  leaves: boolean
  readonly gone: Deferred<void>
}

const owners = new WeakMap<object, Map<string, Owner>>()

/**
 * Takes a server name within a scope. One whose owner is closing is waited for, which is no longer than a close takes; an
 * edit may hand a name from one server to another in one step. Rejects with an `McpError` of code `invalid-config` when a
 * server has the name, and of code `aborted` when `signal` was.
 */
export async function reserveName(scope: object, server: string, signal: AbortSignal): Promise<Reservation> {
  const names = owners.get(scope) ?? new Map<string, Owner>()
  owners.set(scope, names)
  for (let owner = names.get(server); owner; owner = names.get(server)) {
    if (!owner.leaves) throw taken(server)
    await untilAborted(owner.gone.promise, signal).catch((cause: unknown) => Promise.reject(cancelled(server, cause)))
  }
  if (signal.aborted) throw cancelled(server, signal.reason)
  return take(names, server)
}

function taken(server: string): McpClientError {
  const message = 'another server of this scope already has this serverName; the earlier one is not affected'
  return clientError('invalid-config', { server, message })
}

function cancelled(server: string, cause: unknown): McpClientError {
  return clientError('aborted', { server, message: 'the start was cancelled', cause })
}

function take(names: Map<string, Owner>, server: string): Reservation {
  const me: Owner = { leaves: false, gone: deferred() }
  names.set(server, me)
  return {
    leave: () => {
      me.leaves = true
    },
    free: () => {
      // Called again it would free the name of whoever has it by then.
      if (names.get(server) === me) names.delete(server)
      me.gone.resolve()
    },
  }
}
