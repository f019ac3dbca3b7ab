import { lookup } from 'node:dns/promises'

import ipaddr from 'ipaddr.js'

/**
 * Why nobody should be sent to a URL that a server chose: it is neither https nor on this machine, it names a user, or it is at
 * a private address and the server is not (MCP specification 2025-11-25, security best practices). `undefined` when all is
 * well. Rejects when a name cannot be looked up.
 */
export async function endpointRefusal(url: URL, server: URL): Promise<string | undefined> {
  const refused = (why: string): string => `the server points to ${url.origin}, which is refused: ${why}`
  // In front of the @ a person reads any name, and `fetch` takes no such URL.
  if (url.username !== '' || url.password !== '') return refused('it has credentials in it')
  if (url.origin === server.origin) return undefined
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused('it is no web address')
  const addresses = await addressesOf(url)
  if (url.protocol === 'http:' && !addresses.every(isLoopback)) return refused('it is not https')
  // A server says itself which addresses its name has: one private address among public ones opens nothing.
  if (addresses.every(isPublic) || !(await addressesOf(server)).some(isPublic)) return undefined
  return refused('it is at a private address, and the server is not')
}

async function addressesOf({ hostname }: URL): Promise<readonly Address[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(literal)) return [ipaddr.process(literal)]
  const found = await lookup(hostname, { all: true })
  // A link-local address comes with its zone.
  return found.map(({ address }) => ipaddr.process(address.replace(/%.*$/, '')))
}

type Address = ReturnType<typeof ipaddr.process>

/** What the addresses of the internet begin with, and those that a network makes of addresses of version 4 (RFC 6052). */
const GLOBAL = ipaddr.IPv6.parse('2000::')
const TRANSLATED = ipaddr.IPv6.parse('64:ff9b::')

function isLoopback(address: Address): boolean {
  return address.range() === 'loopback'
}

function isPublic(address: Address): boolean {
  if (!(address instanceof ipaddr.IPv6)) return address.range() === 'unicast'
  if (address.match(TRANSLATED, 96)) return isPublic(ipaddr.fromByteArray(address.toByteArray().slice(-4)))
  return address.range() === 'unicast' && address.match(GLOBAL, 3)
}
