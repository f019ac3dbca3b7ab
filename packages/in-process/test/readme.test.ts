import { readFile } from 'node:fs/promises'

import { expect, it, vi } from 'vitest'

it.each(['weather.ts', 'connect.ts'])('the README shows the example %s as it is compiled', async (name) => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const example = await readFile(new URL(`../examples/${name}`, import.meta.url), 'utf8')
  expect(readme).toContain(`\`\`\`ts\n${example}\`\`\`\n`)
})

it('the examples do what they say', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  await import('../examples/connect.js')
  const [[structured] = []] = log.mock.calls
  log.mockRestore()
  expect(structured).toEqual({ city: 'Oslo', forecast: ['sunny', 'sunny'] })
})
