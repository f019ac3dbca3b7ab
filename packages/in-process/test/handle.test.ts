import { createSdkMcpServer as createInOtherCopy } from '@harness-mcp/in-process'
import { expect, test } from 'vitest'

import { createSdkMcpServer, isInProcessServer, tool } from '../src/index.js'
import { session } from './support/sessions.js'

const ping = tool('ping', '', {}, () => ({ content: [{ type: 'text', text: 'pong' }] }))

test('awaiting a handle gives it back', async () => {
  const handle = createSdkMcpServer({ name: 'a', version: '1', tools: [] })
  expect(await Promise.resolve(handle)).toBe(handle)
  expect(handle).not.toHaveProperty('then')
})

test('a handle is told from everything else, also one of another copy of the package', () => {
  expect(createInOtherCopy).not.toBe(createSdkMcpServer)
  const options = { name: 'a', version: '1', tools: [] }
  const handles = [createSdkMcpServer(options), createInOtherCopy(options)]
  const others = [undefined, null, 'x', {}, { connect: () => {} }, { command: 'npx' }, () => {}]
  expect([...handles, ...others].map(isInProcessServer)).toEqual([true, true, ...others.map(() => false)])
})

test('a session leaves neither a timer nor anything else that keeps a process', async () => {
  const handle = createSdkMcpServer({ name: 'a', version: '1', tools: [ping] })
  const others = process.getActiveResourcesInfo()
  const server = await session(handle)
  await server.call('mcp__s__ping', {})
  await server.close()
  // A timer of the test runner may have ended meanwhile.
  const added = process.getActiveResourcesInfo().filter((resource) => {
    const index = others.indexOf(resource)
    if (index >= 0) others.splice(index, 1)
    return index < 0
  })
  expect(added).toEqual([])
})

test('later changes to the list of tools change nothing', async () => {
  const tools = [ping]
  const handle = createSdkMcpServer({ name: 'a', version: '1', tools })
  tools.pop()
  const server = await session(handle)
  expect(server.tools().map(({ rawName }) => rawName)).toEqual(['ping'])
})

test('the client connects anew with a transport of its own each time', async () => {
  const server = await session(createSdkMcpServer({ name: 'a', version: '1', tools: [ping] }))
  await server.reconnect()
  expect(server.snapshot().state).toBe('ready')
  expect((await server.call('mcp__s__ping', {})).content).toEqual([{ type: 'text', text: 'pong' }])
})
