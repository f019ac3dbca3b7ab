import type { EntryOptions } from '@deepseek-ai/cordis-plugin-loader'
import { expect, it } from 'vitest'

import { withStableIds } from '../../src/harness/stable-ids.js'

const CLIENT = '@harness-mcp/client'

function idsAfter(...entries: (Omit<EntryOptions, 'id'> & { id?: string })[]): unknown[] {
  return withStableIds(entries.map((entry) => ({ id: '', ...entry }))).map(({ id }) => id)
}

it('keeps the ids that are there', () => {
  expect(idsAfter({ id: 'a', name: CLIENT, config: { serverName: 'web' } })).toEqual(['a'])
})

it('calls a server by its name, and another plugin by its own', () => {
  const web = { name: CLIENT, config: { serverName: 'web' } }
  expect(idsAfter({ name: 'timer' }, web, { name: 'cordis:group' })).toEqual(['timer', 'web', 'cordis-group'])
  expect(idsAfter(web, { name: 'timer' })).toEqual(['web', 'timer'])
})

it('counts those that would be called the same, whoever has the id already', () => {
  const web = { name: CLIENT, config: { serverName: 'web' } }
  expect(idsAfter({ name: 'timer' }, { name: 'timer' }, web, { id: 'web', name: 'timer' })).toEqual([
    'timer',
    'timer-2',
    'web-2',
    'web',
  ])
})

it('calls a server by its plugin when an expression is its name', () => {
  expect(idsAfter({ name: CLIENT, config: { serverName: { __jsExpr: 'name' } } })).toEqual([CLIENT])
})

it('reaches into groups, where an id is unique too, and changes none of what it is given', () => {
  const inner: object[] = [{ name: 'timer' }]
  const entries: EntryOptions[] = [
    { id: '', name: 'timer' },
    { id: 'g', name: 'cordis:group', group: true, config: inner },
  ]
  expect(withStableIds(entries)).toMatchObject([{ id: 'timer' }, { id: 'g', config: [{ id: 'timer-2' }] }])
  expect({ inner, first: entries[0] }).toEqual({ inner: [{ name: 'timer' }], first: { id: '', name: 'timer' } })
})
