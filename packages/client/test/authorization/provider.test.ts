import { expect, it } from 'vitest'

import { connectMcpServer } from '../../src/connect.js'
import { MemoryProvider } from '../support/auth-provider.js'
import { agreeable, connectTo, protectedServer } from '../support/protected.js'

it('what is no provider is refused, and the name is free again', async () => {
  const lab = await protectedServer('modern')
  const scope = {}
  const config = { serverName: 's', transport: 'streamable-http', url: lab.url } as const
  const auth = Object.assign(new MemoryProvider(), { tokens: undefined })
  await expect(connectMcpServer(config, { scope, auth })).rejects.toMatchObject({ code: 'invalid-config' })
  expect(lab.seen).toEqual([])
  expect((await connectTo(lab, { scope, auth: new MemoryProvider() })).snapshot().state).toBe('auth-required')
})

it('authorize() wants a provider and a person', async () => {
  const lab = await protectedServer('modern')
  const without = await connectTo(lab, {})
  expect(without.snapshot()).toMatchObject({
    state: 'auth-required',
    reason: expect.stringContaining('Authorization header'),
  })
  await expect(without.authorize(agreeable)).rejects.toMatchObject({ code: 'invalid-config' })
  const alone = await connectTo(lab)
  await expect(alone.authorize()).rejects.toMatchObject({ code: 'invalid-config' })
  await alone.close()
  await expect(alone.authorize(agreeable)).rejects.toMatchObject({ code: 'closed' })
})

it('what the person rejects with is what authorize() rejects with, and the question stays', async () => {
  const lab = await protectedServer('modern')
  const server = await connectTo(lab)
  const { authorizationUrl } = server.snapshot()
  await expect(server.authorize(() => Promise.reject(new Error('not now')))).rejects.toThrow('not now')
  expect(server.snapshot()).toMatchObject({ state: 'auth-required', authorizationUrl })
})
