import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { publicToolName } from '../src/index.js'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const readme = read('README.md')

test('the example in the README is the one that is compiled', () => {
  expect(readme).toContain(`\`\`\`ts\n${read('examples/name-tools.ts')}\`\`\``)
})

test('the names in the README table are the names that the function gives', () => {
  const rows = [...readme.matchAll(/^\| `([^`]+)` *\| `([^`]+)` *\| `([^`]+)` *\|$/gm)]
  expect(rows).toHaveLength(4)
  for (const [, server = '', raw = '', name] of rows) expect(publicToolName(server, raw)).toBe(name)
})
