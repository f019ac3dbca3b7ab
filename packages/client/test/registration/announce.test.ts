import { scripted } from '@harness-mcp/lab'
import { expect, it } from 'vitest'

import type { McpHarness, McpServer } from '../../src/index.js'
import { connect } from '../support/servers.js'

const NO_TOOLS = { register: () => () => {} }

it('is told of a server once, as its first attempt begins, and of its end once, behind everything else', async () => {
  const seen: string[] = []
  const note = (what: string): (() => void) => (seen.push(what), () => void seen.push(`not ${what}`))
  const harness: McpHarness = {
    tools: { register: ({ name }) => note(name) },
    systemPrompt: { publish: ({ name }) => note(name) },
    announce: (server) => note(`${server.name} ${server.snapshot().state}`),
  }
  const server = await connect(scripted('--instructions', 'Be kind.'), {}, { harness })
  await server.reconnect()
  await Promise.all([server.close(), server.close()])
  expect(seen).toEqual([
    's connecting',
    'mcp__s__echo',
    'mcp-server:s',
    'not mcp__s__echo',
    'not mcp-server:s',
    'not s connecting',
  ])
})

it('gets a handle that can be used at once', async () => {
  let early: Promise<unknown> | undefined
  const harness: McpHarness = {
    tools: NO_TOOLS,
    announce: (server) => ((early = server.call('mcp__s__echo', {})), () => {}),
  }
  await connect(scripted(), {}, { harness })
  expect(await early).toMatchObject({ isError: true, code: 'unknown-tool' })
})

it.each(['announcing', 'its undo'])('that throws in %s is an error of the log, and the server works', async (where) => {
  const errors: string[] = []
  const logger = { info: () => {}, warn: () => {}, error: (message: string) => void errors.push(message) }
  const fail = (): never => {
    throw new Error('the list is full')
  }
  const harness: McpHarness = { tools: NO_TOOLS, announce: where === 'announcing' ? fail : () => fail }
  const server = await connect(scripted(), {}, { harness, logger })
  expect(await server.call('mcp__s__echo', { text: 'x' })).toMatchObject({ isError: false })
  await server.close()
  expect(errors).toEqual([expect.stringContaining('the list is full')])
})

it('makes names unique within the scope that it says, and an option goes before that', async () => {
  const scope = {}
  const harness = (): McpHarness => ({ tools: NO_TOOLS, scope: async () => scope })
  await connect(scripted(), {}, { harness: harness() })
  await expect(connect(scripted(), {}, { harness: harness() })).rejects.toMatchObject({ code: 'invalid-config' })
  const elsewhere: McpServer = await connect(scripted(), {}, { harness: harness(), scope: {} })
  expect(elsewhere.snapshot().state).toBe('ready')
})
