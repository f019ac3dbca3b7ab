import { expect, it } from 'vitest'
import { labServer } from '../../src/index.js'
import { openRaw } from '../rawClient.js'

it.each(['modern-stdio', 'legacy-stdio', 'scripted-stdio'] as const)('%s ends with its input', async (name) => {
  const server = openRaw(labServer(name))
  server.send({ id: 1, method: 'ping' })
  await server.next()
  server.child.stdin.end()
  expect(await server.exit).toEqual([0, null])
})
