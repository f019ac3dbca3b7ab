export * from 'node:fs'

/** Only what the referee says of source trees uses it; testing a client does not. */
export function globSync(): never {
  throw new Error('fs.globSync needs Node 22')
}
