import { expect, it, vi } from 'vitest'

import { endpointRefusal } from '../../src/authorization/endpoint.js'

// A name server of one's own cannot be had in a test: this is what one may say.
vi.mock('node:dns/promises', () => ({
  lookup: async (name: string) =>
    (ADDRESSES[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
}))

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['8.8.8.8', '2606:4700::1111'],
  'mixed.example': ['8.8.8.8', '10.0.0.1'],
  'private.example': ['10.0.0.2', 'fe80::1%eth0'],
  'translated.example': ['8.8.4.4', '64:ff9b::808:404'],
}

const refusal = (host: string, server: string): Promise<string | undefined> =>
  endpointRefusal(new URL(`https://${host}/`), new URL(`https://${server}/mcp`))

it.each([
  ['mixed.example', 'public.example'],
  ['private.example', 'public.example'],
  ['private.example', 'mixed.example'],
  ['169.254.169.254', 'mixed.example'],
  ['private.example', 'translated.example'],
])('%s is refused to a server at %s', async (host, server) => {
  expect(await refusal(host, server)).toMatch(/it is at a private address, and the server is not$/)
})

it.each([
  ['public.example', 'mixed.example'],
  ['translated.example', 'public.example'],
  ['private.example', '192.168.1.4'],
  ['mixed.example', 'private.example'],
])('%s is no secret to a server at %s', async (host, server) => {
  expect(await refusal(host, server)).toBeUndefined()
})
