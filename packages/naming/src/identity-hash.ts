import { createHash } from 'node:crypto'

const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * The first 12 hexadecimal characters of SHA-256 over the identity: `serverName`, NUL, `rawName` in UTF-8. A server name
 * holds no NUL, so the first one is always the separator, whatever the raw name holds.
 */
export function identityHash(serverName: string, rawName: string): string {
  const hash = createHash('sha256').update(`${serverName}\0`)
  if (LONE_SURROGATE.test(rawName)) hash.update(NOT_UTF8).update(JSON.stringify(rawName))
  else hash.update(rawName)
  return hash.digest('hex').slice(0, 12)
}

// UTF-8 turns every lone surrogate into U+FFFD, so such a name is hashed as a JSON string, which escapes them one by one.
// The byte in front occurs in no UTF-8 text: no well-formed raw name has the same input.
const NOT_UTF8 = Uint8Array.of(0xff)
