import colors from 'picocolors'
import { expect, it } from 'vitest'

import { table } from '../../src/output/table.js'

const screen = (width: number) => ({ width, paint: colors.createColors(false) })

it('wraps the columns that may be wrapped, and leaves the others whole', () => {
  const columns = [{ head: 'Name' }, { head: 'Description', wraps: true }]
  expect(table(columns, [['mcp__a__b', 'one two three four five six']], screen(30))).toBe(
    ['Name       Description', 'mcp__a__b  one two three four', '           five six'].join('\n'),
  )
})

it('does not wrap what fits', () => {
  expect(
    table(
      [
        { head: 'A', wraps: true },
        { head: 'B', align: 'right' },
      ],
      [['x y', '10']],
      screen(80),
    ),
  ).toBe('A     B\nx y  10')
})

it('shows the heads when there are no rows', () => {
  expect(table([{ head: 'A' }, { head: 'B' }], [], screen(80))).toBe('A  B')
})

it('prints an address whole on a narrow screen', () => {
  const uri = 'demo://resource/static/document/architecture.md'
  expect(table([{ head: 'URI' }, { head: 'Description', wraps: true }], [[uri, 'a b']], screen(20))).toContain(uri)
})

it('breaks a word that is longer than its column', () => {
  const columns = [{ head: 'Name' }, { head: 'Reason', wraps: true }]
  expect(table(columns, [['a', `x${'y'.repeat(29)} z`]], screen(22))).toBe(
    ['Name  Reason', `a     x${'y'.repeat(15)}`, `      ${'y'.repeat(14)} z`].join('\n'),
  )
})
