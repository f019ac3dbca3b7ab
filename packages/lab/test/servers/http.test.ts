import { expect, it } from 'vitest'
import { labServer } from '../../src/index.js'
import { connectHttp } from '../connect.js'
import { openRaw } from '../rawClient.js'

it.each([
  ['modern-http', '2026-07-28'],
  ['legacy-http', '2025-11-25'],
] as const)('%s prints its address and serves there', async (name, revision) => {
  const server = openRaw(labServer(name))
  const url = await server.nextLine()
  const client = await connectHttp(url ?? '')
  expect(client.getNegotiatedProtocolVersion()).toBe(revision)
  await client.close()
  server.child.kill()
  expect(await server.exit).toEqual([null, 'SIGTERM'])
})
