import { expect, it } from 'vitest'
import { z } from 'zod'

import { verify, write } from '../../src/catalogs/catalog.js'
import { createConfigCatalog } from '../../src/catalogs/config/catalog.js'
import { variantsOf } from '../../src/catalogs/config/fields.js'
import { listed } from '../../src/problem.js'
import { filledTree, type Tree } from '../support/tree.js'

const wings = z.int().min(0).max(4).default(2).describe('How many wings.')
const schema = z.strictObject({ wings })

const catalogOf = (document: z.ZodType) =>
  createConfigCatalog(async () => [
    {
      name: '@fixture/birds',
      folder: 'packages/birds',
      about: { en: 'A bird.', zh: '一只鸟。' },
      document,
      entry: document,
    },
  ])

async function shippingTree(): Promise<Tree> {
  const tree = await filledTree()
  const manifest: object = JSON.parse(tree.read('packages/birds/package.json'))
  const exports = { './config.schema.json': './config.schema.json' }
  tree.write('packages/birds/package.json', JSON.stringify({ ...manifest, exports, files: ['config.schema.json'] }))
  return tree
}

it('writes the table in both languages and the schema for editors', async () => {
  const tree = await shippingTree()
  const repository = tree.open()
  expect(await write(catalogOf(schema), repository)).toEqual([])
  const row = /^\| `wings` +\| integer, 0 to 4 +\| `2` +\| How many wings\. +\|$/m
  expect(tree.read('docs/config-catalog.md')).toMatch(row)
  expect(tree.read('docs/config-catalog.zh.md')).toMatch(row)
  expect(JSON.parse(tree.read('packages/birds/config.schema.json'))).toEqual({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { wings: { type: 'integer', minimum: 0, maximum: 4, default: 2, description: 'How many wings.' } },
    additionalProperties: false,
  })
  expect(await verify(catalogOf(schema), repository)).toEqual([])
})

it('is stale in every file when the schema changed', async () => {
  const tree = await shippingTree()
  await write(catalogOf(schema), tree.open())
  const changed = z.strictObject({ wings: wings.unwrap().default(3).describe('How many wings.') })
  const mend = 'is stale: run `pnpm run gen-config-catalog`'
  expect(listed(await verify(catalogOf(changed), tree.open())).split('\n')).toEqual([
    `docs/config-catalog.md: ${mend}`,
    `docs/config-catalog.zh.md: ${mend}`,
    `packages/birds/config.schema.json: ${mend}`,
  ])
})

it('wants the schema to be shipped, and every setting described', async () => {
  const tree = await filledTree()
  expect(listed(await write(catalogOf(z.strictObject({ wings: z.int() })), tree.open())).split('\n')).toEqual([
    'packages/birds: the setting wings of @fixture/birds has no description',
    'packages/birds/package.json: "exports" lacks ./config.schema.json',
    'packages/birds/package.json: "files" lacks config.schema.json',
  ])
})

it('takes out what all variants share, and leads into objects', () => {
  const nest = z
    .strictObject({ eggs: z.array(z.string()).default([]).describe('Eggs.') })
    .prefault({})
    .describe('A nest.')
  const entry = z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('sea'), nest, url: z.url().describe('Where.') }),
    z.strictObject({
      kind: z.literal('land'),
      nest,
      names: z.record(z.string(), z.string()).optional().describe('Names.'),
    }),
  ])
  const keys = variantsOf(entry).map(({ title, fields }) => [
    title,
    fields.map(({ key, type, required, byDefault }) => [key, type, required, byDefault]),
  ])
  expect(keys).toEqual([
    [
      '',
      [
        ['nest', 'object', false, undefined],
        ['nest.eggs', 'list of string', false, '[]'],
      ],
    ],
    [
      'kind: "sea"',
      [
        ['kind', '"sea"', true, undefined],
        ['url', 'URL', true, undefined],
      ],
    ],
    [
      'kind: "land"',
      [
        ['kind', '"land"', true, undefined],
        ['names', 'map to string', false, undefined],
      ],
    ],
  ])
})
