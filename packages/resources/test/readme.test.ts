import { readFile } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { createMcpResources, type McpResourceProvider } from '../src/index.js'

describe('the README', () => {
  it('shows the example as it is', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
    const example = await readFile(new URL('../examples/notes.ts', import.meta.url), 'utf8')
    expect(readme).toContain(`\`\`\`ts\n${example}\`\`\`\n`)
  })

  it('shows an example that does what it says', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    await import('../examples/notes.js')
    const [prompt, tools, content] = log.mock.calls.map(([value]) => value)
    log.mockRestore()
    expect(prompt).toMatch(/\["notes"\]$/)
    expect(tools).toHaveLength(3)
    const result = { contents: [{ uri: 'note://1', mimeType: 'text/plain', text: 'Milk, bread.' }] }
    expect(content).toEqual([{ type: 'text', text: `MCP server: notes\n${JSON.stringify(result)}` }])
  })

  it('tells what the declarations and the names cost', async () => {
    const provider: McpResourceProvider = { request: async () => ({}) }
    const resources = createMcpResources()
    resources.register('memory', provider)
    const declarations = resources.tools().map(({ name, description, inputSchema }) => {
      return JSON.stringify({ name, description, parameters: inputSchema })
    })
    const tokens = declarations.reduce((sum, json) => sum + Math.ceil(Buffer.byteLength(json) / 4), 0)
    const bytes = declarations.reduce((sum, json) => sum + Buffer.byteLength(json), 0).toLocaleString('en')
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
    expect(readme).toContain(`declarations are ${bytes} bytes, about ${tokens} tokens`)
    expect(readme).toContain(`names section is ${Buffer.byteLength(resources.prompt())} bytes`)
  })
})
