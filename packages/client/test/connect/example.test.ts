import { labServer } from '@harness-mcp/lab'
import { expect, it } from 'vitest'

import { agent, type Message, type Model } from '../../examples/agent-loop.js'
import { configOf } from '../support/servers.js'

it('the example of an agent loop lists tools, calls one, shows an image and reads a document', async () => {
  const script = [
    { call: 'mcp__s__add', args: { a: 20, b: 22 } },
    { call: 'mcp__s__picture', args: {} },
    { call: 'read_mcp_resource', args: { server: 's', uri: 'lab://documents/welcome' } },
    { say: 'The sum is 42.' },
  ]
  let turn = 0
  let seen: readonly Message[] = []
  const model: Model = async ({ system, tools, messages }) => {
    expect(system).toContain('["s"]')
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['mcp__s__add', 'read_mcp_resource']))
    seen = [...messages]
    return script[turn++] ?? { say: 'nothing left' }
  }
  const { signal } = new AbortController()
  expect(await agent(model, configOf(labServer('modern-stdio')), 'What is 20 + 22?', signal)).toBe('The sum is 42.')
  expect(seen).toMatchObject([
    { role: 'user' },
    { call: 'mcp__s__add', content: [{ type: 'text', text: expect.stringContaining('42') }] },
    { call: 'mcp__s__picture', content: [{ type: 'text' }, { type: 'image', mediaType: 'image/png' }] },
    { call: 'read_mcp_resource', content: [{ type: 'text', text: expect.stringMatching(/^MCP server: s\n/) }] },
  ])
})
