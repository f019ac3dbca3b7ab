import { expect, it } from 'vitest'

import { verify, write } from '../../src/catalogs/catalog.js'
import { bootHarness } from '../../src/catalogs/tools/boot.js'
import { createToolCatalog } from '../../src/catalogs/tools/catalog.js'
import { listed } from '../../src/problem.js'
import { filledTree } from '../support/tree.js'

it('is what a booted harness declares, and stale when that is something else', async () => {
  const tree = await filledTree()
  const seen = await bootHarness()
  expect(seen.tools.map(({ name }) => name)).toEqual([
    'list_mcp_resources',
    'list_mcp_resource_templates',
    'read_mcp_resource',
  ])
  expect(seen.tokens).toBe(seen.tools.reduce((sum, { tokens }) => sum + tokens, 0))
  const catalog = createToolCatalog(async () => seen)
  await write(catalog, tree.open())
  expect(await verify(catalog, tree.open())).toEqual([])
  for (const { name, description, parameters } of seen.tools) {
    const [, section = ''] = tree.read('docs/tool-catalog.zh.md').split(`## \`${name}\``)
    expect(section).toContain(`\`\`\`text\n${description}\n\`\`\``)
    expect(JSON.parse(/```json\n([^`]*)```/.exec(section)?.[1] ?? '')).toEqual(parameters)
  }
  const fewer = createToolCatalog(async () => ({ ...seen, tools: seen.tools.slice(1) }))
  const mend = 'is stale: run `pnpm run gen-tool-catalog`'
  expect(listed(await verify(fewer, tree.open()))).toBe(
    `docs/tool-catalog.md: ${mend}\ndocs/tool-catalog.zh.md: ${mend}`,
  )
})
