import { clientError } from '../errors.js'

const reserved = new WeakMap<object, Set<string>>()

/** Takes a server name within a scope and returns the undo. Throws an `McpError` of code `invalid-config` when it is taken. */
export function reserveName(scope: object, server: string): () => void {
  const names = reserved.get(scope) ?? new Set()
  reserved.set(scope, names)
  if (names.has(server)) {
    const message = 'another server of this scope already has this serverName; the earlier one is not affected'
    throw clientError('invalid-config', { server, message })
  }
  names.add(server)
  let mine = true
  return () => {
    // Called again it would free the name of whoever has it by then.
    if (mine) names.delete(server)
    mine = false
  }
}
