import { readFile } from 'node:fs/promises'

import { connectMcpServer, type McpServer } from '@harness-mcp/client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { mine } from '../examples/weather.js'

it.each(['weather.ts', 'connect.ts'])('the README shows the example %s as it is compiled', async (name) => {
  const example = await readFile(new URL(`../examples/${name}`, import.meta.url), 'utf8')
  expect(await readme()).toContain(`\`\`\`ts\n${example}\`\`\`\n`)
})

it('the examples do what they say', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  await import('../examples/connect.js')
  const [[content] = []] = log.mock.calls
  log.mockRestore()
  expect(content).toEqual([{ type: 'text', text: 'HELLO' }])
})

describe('the weather of the example', () => {
  let server: McpServer

  beforeAll(async () => {
    const config = { serverName: 'mine', transport: 'stdio', command: 'in-process' } as const
    server = await connectMcpServer(config, { transport: mine.connect })
  })
  afterAll(() => server.close())

  it.each([
    [{ city: 'Oslo', days: 2 }, 'Oslo: sunny, sunny\n{"city":"Oslo","forecast":["sunny","sunny"]}'],
    [{ city: 3 }, 'Invalid arguments: city: Invalid input: expected string, received number'],
  ])('is read by a model as the README shows it: %j', async (args, text) => {
    const { content } = await server.call('mcp__mine__get_weather', args)
    expect(content).toEqual([{ type: 'text', text }])
    expect(await readme()).toContain(`\`\`\`text\n${text}\n\`\`\`\n`)
  })

  it('costs what the README says', async () => {
    const [bytes] = server.tools().map(({ name, description, inputSchema }) => {
      return Buffer.byteLength(JSON.stringify({ name, description, parameters: inputSchema }))
    })
    expect(await readme()).toContain(`\`get_weather\` above is ${bytes} bytes`)
  })
})

function readme(): Promise<string> {
  return readFile(new URL('../README.md', import.meta.url), 'utf8')
}
