import { readFile } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { type DesktopTool, openDesktop } from '../src/index.js'
import { driverSuite } from './support/environment.js'

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')

describe('the README', () => {
  it('shows the example as it is', async () => {
    const example = await readFile(new URL('../examples/look.ts', import.meta.url), 'utf8')
    expect(readme).toContain(`\`\`\`ts\n${example}\`\`\`\n`)
  })
})

describe.skipIf(driverSuite.isMissing)(`the README, with the driver${driverSuite.note}`, () => {
  it('shows an example that runs', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    await import('../examples/look.js')
    const [names, isError, , windows] = log.mock.calls.map(([value]) => value)
    log.mockRestore()
    expect([names.length, typeof isError]).toEqual([4, 'boolean'])
    expect(windows).toHaveProperty('windows')
  })

  // The figures are those of Linux.
  it.runIf(process.platform === 'linux')('tells what the declarations cost', async () => {
    const rows = [...readme.matchAll(/^\| (everything|`.*?`) +\| (\d+) +\| ([\d,]+) bytes/gm)]
    expect(rows).toHaveLength(3)
    for (const [, offered = '', count, bytes = ''] of rows) {
      const allow = offered === 'everything' ? undefined : offered.replaceAll('`', '').split(', ')
      const desktop = await openDesktop({ tools: { allow } })
      const tools = desktop.tools()
      await desktop.close()
      expect([tools.length, declared(tools)]).toEqual([Number(count), Number(bytes.replaceAll(',', ''))])
    }
  })
})

/** What the model is told, in bytes. */
function declared(tools: readonly DesktopTool[]): number {
  return tools
    .map(({ name, description, inputSchema }) => JSON.stringify({ name, description, parameters: inputSchema }))
    .reduce((total, json) => total + Buffer.byteLength(json), 0)
}
