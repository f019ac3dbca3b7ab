import { lookup } from 'node:dns/promises'

import ipaddr from 'ipaddr.js'

/**
 * Why nobody should be sent to a URL that a server chose: it is neither https nor on this machine, or it is at a private
 * address and the server is not (MCP specification 2025-11-25, security best practices). `undefined` when all is well.
 * Rejects when a name cannot be looked up.
 */
export async function endpointRefusal(url: URL, server: URL): Promise<string | undefined> {
  if (url.origin === server.origin) return undefined
  const refused = (why: string): string => `the server points to ${url.origin}, which is refused: ${why}`
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused('it is no web address')
  const addresses = await addressesOf(url)
  if (url.protocol === 'http:' && !addresses.every(isLoopback)) return refused('it is not https')
  if (addresses.every(isPublic) || !(await addressesOf(server)).every(isPublic)) return undefined
  return refused('it is at a private address, and the server is not')
}

async function addressesOf({ hostname }: URL): Promise<readonly string[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(literal)) return [literal]
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}

function rangeOf(address: string): string {
  // A link-local address comes with its zone.
  return ipaddr.process(address.replace(/%.*$/, '')).range()
}

function isLoopback(address: string): boolean {
  return rangeOf(address) === 'loopback'
}

function isPublic(address: string): boolean {
  return rangeOf(address) === 'unicast'
}
