import { startModernHttp } from '@harness-mcp/lab'
import { expect, it, onTestFinished } from 'vitest'

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

it('a server that asks for nothing keeps its connection when an authorization comes to nothing', async () => {
  const open = await startModernHttp()
  onTestFinished(() => open.close())
  const server = await connectMcpServer(
    { serverName: 's', transport: 'streamable-http', url: open.url },
    { auth: new MemoryProvider() },
  )
  onTestFinished(() => server.close())
  const states: string[] = []
  server.subscribe((event) => event.type === 'state' && states.push(event.snapshot.state))
  await expect(server.authorize(agreeable)).rejects.toMatchObject({
    code: 'auth-required',
    message: expect.stringMatching(/^s: no authorization can be had: /),
  })
  expect(states).toEqual([])
  expect((await server.call('mcp__s__add', { a: 1, b: 2 })).isError).toBe(false)
})

it.each(['exclusively', 'clientInformation', 'saveCodeVerifier'] as const)(
  'what %s() of a provider throws is the reason, and is tried again',
  async (method) => {
    const lab = await protectedServer('modern')
    const auth = new MemoryProvider()
    const full = (): Promise<never> => Promise.reject(new Error('the disk is full'))
    Object.defineProperty(auth, method, { value: full, configurable: true })
    const server = await connectTo(lab, { auth })
    expect(server.snapshot()).toMatchObject({
      state: 'auth-required',
      reason: 'the server asks for authorization, and none can be had: the disk is full',
    })
    await expect(server.authorize(agreeable)).rejects.toMatchObject({
      code: 'auth-required',
      message: 's: no authorization can be had: the disk is full',
    })
    // What is left is the method of the class.
    Reflect.deleteProperty(auth, method)
    await server.authorize(agreeable)
    expect(server.snapshot().state).toBe('ready')
  },
)
