import { identityHash } from './identity-hash.js'
import { isServerName } from './server-name.js'

const PREFIX = 'mcp__'
const SEPARATOR = '__'
const MAX_LENGTH = 64
const KEPT_LENGTH = 51

const ALPHABET = /^[A-Za-z0-9_-]+$/
const OUTSIDE_ALPHABET = /[^A-Za-z0-9_-]/g
const HASH_TAIL = /_[0-9a-f]{12}$/

/**
 * The name under which a model sees a tool: `mcp__<serverName>__<rawName>`, at most 64 characters of `A-Z`, `a-z`, `0-9`,
 * `_` and `-`, the function-name contract of the model APIs.
 *
 * A pure function of its two arguments, and injective: two tools share a name only when 48 bits of SHA-256 collide. A
 * name that had to be cleaned, cut or told apart ends in `_` and 12 hexadecimal characters. Never parse it to get the
 * raw name back: keep a map.
 *
 * @param serverName 1 to 32 characters of `A-Z`, `a-z`, `0-9`, `_` and `-`, from configuration.
 * @param rawName The server's own name of the tool: any text but the empty one.
 * @throws {RangeError} when the server name is invalid, the raw name is empty, or one of them is no text.
 *
 * @example
 * ```ts
 * import { publicToolName } from '@harness-mcp/naming'
 *
 * publicToolName('github', 'create_issue') // 'mcp__github__create_issue'
 * publicToolName('s', 'a.b') // 'mcp__s__a_b_407e8e5cd262'
 * ```
 */
export function publicToolName(serverName: string, rawName: string): string {
  refuseInvalid(serverName, rawName)
  const plain = PREFIX + serverName + SEPARATOR + rawName
  return staysVerbatim(plain, serverName, rawName) ? plain : hashedName(serverName, rawName)
}

// Callers in JavaScript bring numbers and `null`, which a template would quietly turn into texts.
function refuseInvalid(serverName: string, rawName: unknown): void {
  if (!isServerName(serverName)) {
    throw new RangeError(
      `server name ${shown(serverName)} is invalid: use 1 to 32 characters of A-Z, a-z, 0-9, _ and -`,
    )
  }
  if (typeof rawName !== 'string') {
    throw new RangeError(`${serverName}: a tool must be named by a text, and this name is ${shown(rawName)}`)
  }
  if (rawName === '') throw new RangeError(`${serverName}: a tool must have a name of at least one character`)
}

function shown(name: unknown): string {
  if (typeof name === 'string') return JSON.stringify(name.slice(0, MAX_LENGTH))
  return name === null ? 'null' : `of type ${typeof name}`
}

// Each condition excludes one way in which two identities could meet: cleaning or cutting, a `__` that could be read as
// another separator (`a` + `b__c` and `a__b` + `c`), and a raw name that imitates the hashed form of another.
function staysVerbatim(plain: string, serverName: string, rawName: string): boolean {
  return (
    plain.length <= MAX_LENGTH &&
    ALPHABET.test(rawName) &&
    plain.indexOf(SEPARATOR, PREFIX.length) === PREFIX.length + serverName.length &&
    !HASH_TAIL.test(plain)
  )
}

function hashedName(serverName: string, rawName: string): string {
  const cleaned = rawName.slice(0, KEPT_LENGTH).replace(OUTSIDE_ALPHABET, '_')
  const kept = (PREFIX + serverName + SEPARATOR + cleaned).slice(0, KEPT_LENGTH)
  return `${kept}_${identityHash(serverName, rawName)}`
}
