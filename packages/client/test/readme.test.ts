import { readFile } from 'node:fs/promises'

import { expect, it } from 'vitest'

it.each(['../README.md', '../../../README.md'])('%s shows the example as it is compiled', async (readme) => {
  const example = await readFile(new URL('../examples/minimal.ts', import.meta.url), 'utf8')
  expect(await readFile(new URL(readme, import.meta.url), 'utf8')).toContain(`\`\`\`ts\n${example}\`\`\`\n`)
})
