import { readFile } from 'node:fs/promises'

import { expect, it } from 'vitest'

it.each(['minimal', 'cordis'])('the README shows the example %s as it is compiled', async (name) => {
  const example = await readFile(new URL(`../examples/${name}.ts`, import.meta.url), 'utf8')
  expect(await readFile(new URL('../README.md', import.meta.url), 'utf8')).toContain(`\`\`\`ts\n${example}\`\`\`\n`)
})
