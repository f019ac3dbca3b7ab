import { readFile } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'

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
})
