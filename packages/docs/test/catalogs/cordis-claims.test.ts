import { beforeEach, describe, expect, it } from 'vitest'

import { write } from '../../src/catalogs/catalog.js'
import { cordisCatalog } from '../../src/catalogs/cordis/catalog.js'
import { BOTH_STALE, PAGE, cordisProblems } from '../support/birds.js'
import { filledTree, type Tree } from '../support/tree.js'

let tree: Tree
const problems = (): Promise<string[]> => cordisProblems(tree)

describe('what the packages add and what the pages claim', () => {
  beforeEach(async () => {
    tree = await filledTree()
  })

  it('finds a service that no page claims', async () => {
    const declared = '/** Their nests. */\n    nests: Birds\n    /** The birds of this harness. */'
    tree.change('packages/birds/src/cordis.ts', '/** The birds of this harness. */', declared)
    expect(await problems()).toEqual([
      'packages/birds/src/birds.ts: no page in docs/subsystems/ claims ctx.nests: add nests to a marker cordis-catalog:begin',
    ])
  })

  it('finds a claim of a service that is gone', async () => {
    tree.change('packages/birds/src/cordis.ts', '    /** The birds of this harness. */\n    birds: Birds\n', '')
    expect(await problems()).toEqual([
      `${PAGE}: claims birds, which no package adds`,
      BOTH_STALE[0],
      'docs/subsystems/birds.zh.md: claims birds, which no package adds',
      BOTH_STALE[1],
    ])
  })

  it('wants both languages to claim the same', async () => {
    tree.change('docs/subsystems/birds.zh.md', 'begin birds birds/flown', 'begin birds')
    expect(await problems()).toEqual([
      BOTH_STALE[1],
      `docs/subsystems/birds.zh.md: must claim what ${PAGE} claims: birds birds/flown`,
    ])
  })

  it.each([
    ['ctx.provide', "export const apply = (ctx: { provide(name: string): void }): void => ctx.provide('nests')\n"],
    [
      'a class',
      "import { Service } from '@deepseek-ai/cordis'\nimport type { Context } from './cordis.js'\nexport class Nests extends Service {\n  constructor(ctx: Context) {\n    super(ctx, 'nests')\n  }\n}\n",
    ],
    [
      'a class with another name for its parent',
      "import { Service as Base } from '@deepseek-ai/cordis'\nabstract class Home extends Base {}\nexport class Nests extends Home {\n  static provide = 'nests'\n}\n",
    ],
    [
      'ctx.set',
      "import type { Context } from './cordis.js'\nexport const apply = (ctx: Context): void => ctx.set('nests', 1)\n",
    ],
    [
      'a constant name',
      "const NAME = 'nests'\nexport const apply = (ctx: { reflect: { provide(name: string): void } }): void => ctx.reflect.provide(NAME)\n",
    ],
  ])('finds a service that %s provides and no context declares', async (_, source) => {
    tree.write('packages/birds/src/nests.ts', source)
    expect(await problems()).toEqual(['packages/birds/src/nests.ts: provides ctx.nests, which no Context declares'])
  })

  it('takes no other `set` for one', async () => {
    tree.write('packages/birds/src/nests.ts', "export const nests = new Map([['a', 1]]).set('nests', 2)\n")
    expect(await problems()).toEqual([])
  })

  it('finds an event that no page claims, whatever way its name is written', async () => {
    const event = "/**\n     * One landed.\n     * @mode emit\n     */\n    ['birds/landed'](): void\n    "
    tree.change('packages/birds/src/cordis.ts', '/**\n     * One flew', `${event}/**\n     * One flew`)
    expect(await problems()).toEqual([
      'packages/birds/src/cordis.ts: no page in docs/subsystems/ claims birds/landed: add birds/landed to a marker cordis-catalog:begin',
    ])
  })

  it('misses the documentation of a parameter of an event that is written as a property', async () => {
    tree.change(
      'packages/birds/src/cordis.ts',
      "'birds/flown'(name: string): void",
      "'birds/flown': (nest: string) => void",
    )
    expect((await problems()).filter((line) => line.startsWith('packages/'))).toEqual([
      'packages/birds/src/cordis.ts: the JSDoc of the event birds/flown is about a parameter `name`, which it does not have',
      'packages/birds/src/cordis.ts: the parameter `nest` of the event birds/flown is not documented',
    ])
  })

  it('wants each service and event claimed once, in one page', async () => {
    for (const [page, other] of [
      [PAGE, 'docs/subsystems/more.md'],
      ['docs/subsystems/birds.zh.md', 'docs/subsystems/more.zh.md'],
    ] as const) {
      tree.change(page, 'begin birds ', 'begin birds birds ')
      tree.write(other, '# More\n\n<!-- cordis-catalog:begin birds/flown -->\n<!-- cordis-catalog:end -->\n')
    }
    await write(cordisCatalog, tree.open())
    expect(await problems()).toEqual([
      `${PAGE}: claims birds, which ${PAGE} claims already`,
      `docs/subsystems/more.md: claims birds/flown, which ${PAGE} claims already`,
    ])
  })

  it('finds a region in a page that nobody fills', async () => {
    tree.write(
      'README.md',
      `${tree.read('README.md')}\n<!-- cordis-catalog:begin birds -->\n<!-- cordis-catalog:end -->\n`,
    )
    expect(await problems()).toEqual(['README.md: has a marker of cordis-catalog, which belongs into docs/subsystems/'])
  })
})
