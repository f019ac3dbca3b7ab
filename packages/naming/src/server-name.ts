const SERVER_NAME = /^[A-Za-z0-9_-]{1,32}$/

/**
 * Whether a value may name a server: a text of 1 to 32 characters of `A-Z`, `a-z`, `0-9`, `_` and `-`. The name comes from the
 * user's configuration, never from the server.
 *
 * @param text - the name, or anything else.
 *
 * @example
 * ```ts
 * import { isServerName } from '@harness-mcp/naming'
 *
 * isServerName('github') // true
 * isServerName('git hub') // false
 * ```
 */
export function isServerName(text: unknown): boolean {
  return typeof text === 'string' && SERVER_NAME.test(text)
}
