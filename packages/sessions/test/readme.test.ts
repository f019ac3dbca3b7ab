import { readFile } from 'node:fs/promises'

import { expect, it } from 'vitest'

it('the README shows the example as it is compiled', async () => {
  const example = await readFile(new URL('../examples/minimal.ts', import.meta.url), 'utf8')
  expect(await readFile(new URL('../README.md', import.meta.url), 'utf8')).toContain(`\`\`\`ts\n${example}\`\`\`\n`)
})
