import { labServer, scripted } from '@harness-mcp/lab'
import { expect, it } from 'vitest'

import { serverStatus } from '../../src/agent-sdk.js'
import { sessionOf } from '../support/sessions.js'

it('tells status and tools in the words of agent SDKs', async () => {
  const session = await sessionOf({
    s: scripted(),
    off: { ...scripted(), disabled: true },
    gone: { command: 'no-such-program' },
  })
  expect(await session.mcpServerStatus()).toEqual([
    { name: 's', status: 'connected', toolCount: 1, tools: ['mcp__s__echo'], connectedAt: expect.any(Number) },
    { name: 'off', status: 'disconnected', toolCount: 0 },
    { name: 'gone', status: 'error', toolCount: 0, error: expect.stringMatching(/^the command "no-such-program"/) },
  ])
  expect(await session.mcpListTools()).toEqual([
    { name: 'mcp__s__echo', description: expect.any(String), serverName: 's', rawName: 'echo' },
  ])
})

it('connects, disconnects and reconnects', async () => {
  const session = await sessionOf({ s: labServer('modern-stdio') })
  const status = async (): Promise<unknown> => (await session.mcpServerStatus())[0]?.status
  await session.mcpDisconnect('s')
  expect([await status(), await session.mcpListTools()]).toEqual(['disconnected', []])
  await session.mcpConnect('s')
  expect(await status()).toBe('connected')
  await session.mcpReconnect('s')
  expect(await status()).toBe('connected')
})

it.each([
  ['connecting', 'connecting'],
  ['backoff', 'connecting'],
  ['auth-required', 'error'],
  ['failed', 'error'],
  ['disabled', 'disconnected'],
  ['closed', 'disconnected'],
  ['ready', 'connected'],
] as const)('calls %s %s', (state, status) => {
  const health = { state: 'healthy', reason: '', failures: 0 } as const
  const snapshot = { server: 's', state, reason: 'why', since: 1, attempt: 1, toolCount: 0, health }
  expect(serverStatus(snapshot, [])).toEqual({
    name: 's',
    status,
    toolCount: 0,
    ...(status === 'error' && { error: 'why' }),
    ...(status === 'connected' && { connectedAt: 1 }),
    health,
  })
})
