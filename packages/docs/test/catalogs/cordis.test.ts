import { beforeEach, describe, expect, it } from 'vitest'

import { write } from '../../src/catalogs/catalog.js'
import { cordisCatalog } from '../../src/catalogs/cordis/catalog.js'
import { BOTH_STALE, MEND, PAGE, cordisProblems } from '../support/birds.js'
import { filledTree, type Tree } from '../support/tree.js'

let tree: Tree
const problems = (): Promise<string[]> => cordisProblems(tree)

describe('the catalog of services and events', () => {
  beforeEach(async () => {
    tree = await filledTree()
  })

  it('has nothing to say when everything is as it should be', async () => {
    expect(await problems()).toEqual([])
  })

  it('shows each service and event with its original documentation, dispatch mode and source', () => {
    expect(tree.read(PAGE)).toBe(`# Birds

English | [中文](birds.zh.md)

## API

<!-- cordis-catalog:begin birds birds/flown -->

<!-- Written by \`pnpm run gen-cordis-catalog\` from the sources. Edit those. -->

### \`ctx.birds\`

The birds of this harness.

Source: [\`packages/birds/src/birds.ts\`](../../packages/birds/src/birds.ts). [What every context inherits](../cordis-api/inherited.md).

\`\`\`ts cordis-catalog
interface Birds {
  /**
   * Adds one.
   * @param name What it is called.
   */
  add(name: string): void
}
\`\`\`

### \`birds/flown\`

One flew away.

Dispatch: [\`emit\`](../cordis-primer.md#emit). Source: [\`packages/birds/src/cordis.ts\`](../../packages/birds/src/cordis.ts).

\`\`\`ts cordis-catalog
interface Events {
  /**
   * One flew away.
   * @param name Which.
   * @mode emit
   */
  'birds/flown'(name: string): void
}
\`\`\`

<!-- cordis-catalog:end -->
`)
  })

  it('leads from the Chinese page to Chinese pages, and is the same otherwise', () => {
    const region = (path: string): string => tree.read(path).split('cordis-catalog:begin')[1] ?? ''
    const chinese = region('docs/subsystems/birds.zh.md')
    expect(chinese).toContain('(../cordis-primer.zh.md#emit)')
    expect(chinese.replaceAll('.zh.md', '.md')).toBe(region(PAGE))
  })

  it('lists what every context inherits, and nothing that the packages add', () => {
    const text = tree.read('docs/cordis-api/inherited.md')
    expect(text).toContain('isolate(name: string, label?: symbol): this')
    expect(text).not.toContain('Birds')
  })

  it('is stale after a signature changed, on every page that shows it, until it is written again', async () => {
    tree.change('packages/birds/src/birds.ts', 'add(name: string): void', 'add(name: string): boolean')
    expect(await problems()).toEqual(BOTH_STALE)
    expect(tree.read(PAGE)).toContain('add(name: string): void')
    await write(cordisCatalog, tree.open())
    expect(await problems()).toEqual([])
    expect(tree.read(PAGE)).toContain('add(name: string): boolean')
  })

  it('is stale after its documentation changed', async () => {
    tree.change('packages/birds/src/birds.ts', 'Adds one.', 'Adds a bird.')
    expect(await problems()).toEqual(BOTH_STALE)
  })

  it('is stale after somebody wrote into a region', async () => {
    tree.change(PAGE, 'One flew away.\n\nDispatch', 'One flew off.\n\nDispatch')
    expect(await problems()).toEqual([`${PAGE}: ${MEND}`])
  })

  it('does not notice code that moved', async () => {
    tree.change(
      'packages/birds/src/birds.ts',
      '/** Birds by name. */',
      'const LIMIT = 3\n\nexport const most = LIMIT\n\n/** Birds by name. */',
    )
    tree.change('packages/birds/src/cordis.ts', 'declare module', '// A line more.\n\n\ndeclare module')
    expect(await problems()).toEqual([])
  })

  it('shows a class without its bodies and private members', async () => {
    tree.write(
      'packages/birds/src/birds.ts',
      `/** Birds by name. */
export class Birds {
  private readonly names: string[] = []
  #count = 0

  /** How many there are. */
  readonly size: number = 0

  /**
   * Adds one.
   * @param name What it is called.
   */
  async add(name: string): Promise<void> {
    this.#count += 1
    this.names.push(name)
  }
}
`,
    )
    expect(await problems()).toEqual(BOTH_STALE)
    await write(cordisCatalog, tree.open())
    expect(tree.read(PAGE)).toContain(`interface Birds {
  /** How many there are. */
  readonly size: number

  /**
   * Adds one.
   * @param name What it is called.
   */
  add(name: string): Promise<void>
}`)
  })

  it('misses the documentation of a member', async () => {
    tree.change(
      'packages/birds/src/birds.ts',
      '  /**\n   * Adds one.\n   * @param name What it is called.\n   */\n',
      '',
    )
    expect(await problems()).toEqual([...BOTH_STALE, 'packages/birds/src/birds.ts: ctx.birds.add has no JSDoc'])
  })

  it('misses the documentation of a parameter', async () => {
    tree.change('packages/birds/src/birds.ts', 'add(name: string)', 'add(name: string, age: number)')
    const message = 'the parameter `age` of ctx.birds.add is not documented'
    expect(await problems()).toEqual([...BOTH_STALE, `packages/birds/src/birds.ts: ${message}`])
  })

  it('misses the documentation of a service, and of an event with its mode', async () => {
    tree.change('packages/birds/src/cordis.ts', '/** The birds of this harness. */', '')
    tree.change('packages/birds/src/cordis.ts', '     * @mode emit\n', '')
    const messages = (await problems()).filter((line) => line.startsWith('packages/'))
    expect(messages).toEqual([
      'packages/birds/src/cordis.ts: ctx.birds has no JSDoc',
      'packages/birds/src/cordis.ts: the event birds/flown has no @mode of emit, parallel, serial, bail, waterfall',
    ])
  })

  it('misses a marker that was removed, and with it what the page claimed', async () => {
    tree.change(PAGE, '<!-- cordis-catalog:begin birds birds/flown -->', '')
    expect(await problems()).toEqual([
      `${PAGE}: the marker <!-- cordis-catalog:begin … --> is missing`,
      'packages/birds/src/birds.ts: no page in docs/subsystems/ claims ctx.birds: add birds to a marker cordis-catalog:begin',
      'packages/birds/src/cordis.ts: no page in docs/subsystems/ claims birds/flown: add birds/flown to a marker cordis-catalog:begin',
    ])
  })

  it.each([
    [
      'doubled',
      '<!-- cordis-catalog:end -->\n<!-- cordis-catalog:end -->',
      'the marker <!-- cordis-catalog:end --> stands 2 times',
    ],
    ['missing', '', 'the marker <!-- cordis-catalog:end --> is missing'],
  ])('refuses an end marker that is %s', async (_, markers, message) => {
    tree.change('docs/cordis-api/inherited.md', '<!-- cordis-catalog:end -->', markers)
    expect(await problems()).toEqual([`docs/cordis-api/inherited.md: ${message}`])
  })

  it('refuses markers in the wrong order', async () => {
    tree.write('docs/cordis-api/inherited.md', '<!-- cordis-catalog:end -->\n<!-- cordis-catalog:begin -->\n')
    const message = 'the marker cordis-catalog:end stands before cordis-catalog:begin'
    expect(await problems()).toEqual([`docs/cordis-api/inherited.md: ${message}`])
  })

  it('shows the overloads of a class, and not what is behind them', async () => {
    const overload = (type: string): string =>
      `  /**\n   * Adds one.\n   * @param name A ${type}.\n   */\n  add(name: ${type}): void`
    const overloads = [overload('string'), overload('number')]
    const source = `/** Birds. */\nexport class Birds {\n${overloads.join('\n\n')}\n\n  add(name: unknown): void {}\n}\n`
    tree.write('packages/birds/src/birds.ts', source)
    expect(await problems()).toEqual(BOTH_STALE)
    await write(cordisCatalog, tree.open())
    expect(tree.read(PAGE)).toContain(`interface Birds {\n${overloads.join('\n\n')}\n}`)
    tree.change('packages/birds/src/birds.ts', 'add(name: number)', 'add(name: bigint)')
    expect(await problems()).toEqual(BOTH_STALE)
  })

  it('misses whole pages', async () => {
    tree.remove('docs/cordis-api/inherited.zh.md')
    tree.remove('docs/cordis-primer.md')
    expect(await problems()).toEqual([
      'docs/cordis-api/inherited.zh.md: is missing',
      'docs/cordis-primer.md: is missing',
    ])
  })
})
