import { expect, it } from 'vitest'

import { asJson } from '../../src/report/json.js'
import { table } from '../../src/report/table.js'
import { rowWith } from '../support/rows.js'

it('has one line for each row, and marks the ones that differ and says how', () => {
  const rows = [
    rowWith({ toolCount: 1, outcomes: ['yes', 'ok'] }),
    rowWith({ state: 'backoff', code: 'unreachable', sentence: 'gone\nfor good', host: 'hung', left: 1 }, 'host: hung'),
  ]
  expect(table(rows).split('\n')).toEqual([
    '   Fault       Wire   State    What the user sees          Tools  Host   Left',
    '   misbehaves  stdio  ready    ok                          1      alive  0',
    'x  misbehaves  stdio  backoff  unreachable: gone for good  0      hung   1',
    '     host: hung',
  ])
})

it('shortens what is long and says when all is well', () => {
  const [, first = '', second = ''] = table([rowWith({ sentence: 'x'.repeat(200) }), rowWith()]).split('\n')
  expect([first.includes(`${'x'.repeat(71)}…`), second.includes('all well')]).toEqual([true, true])
})

it('counts rows for programs', () => {
  expect(JSON.parse(asJson([rowWith(), rowWith({}, 'state')]))).toMatchObject({
    passed: 1,
    failed: 1,
    rows: [{ differences: [] }, { differences: ['state'] }],
  })
})
