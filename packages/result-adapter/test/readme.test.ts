import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as adapter from '../src/index.js'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const readme = read('README.md')

test.each(['own-loop', 'cordis-tool'])('the example %s in the README is the one that is compiled', (name) => {
  expect(readme).toContain(`\`\`\`ts\n${read(`examples/${name}.ts`)}\`\`\``)
})

test('every function of the package is named in the README', () => {
  const functions = Object.keys(adapter)
  expect(functions.filter((name) => !readme.includes(name))).toEqual([])
})
