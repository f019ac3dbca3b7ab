import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { McpTool } from '../../src/discovery/tool.js'
import { isEmpty, plan } from '../../src/registration/plan.js'
import { byName, discovered } from '../support/tools.js'

const names = (tools: readonly McpTool[]): string[] => tools.map(({ rawName }) => rawName)

function planned(current: readonly McpTool[], next: readonly McpTool[]) {
  const { add, replace, remove } = plan(current, next)
  return { add: names(add), replace: names(replace), remove: names(remove) }
}

const [a, b, c] = [discovered('a'), discovered('b'), discovered('c')]

test('what is new is added, what is gone is removed, what stays is in no list', () => {
  expect(planned([a, b], [b, c])).toEqual({ add: ['c'], replace: [], remove: ['a'] })
})

test('the same tools, parsed again, need nothing', () => {
  expect(isEmpty(plan([a, b], [discovered('a'), discovered('b')]))).toBe(true)
  expect(isEmpty(plan([], []))).toBe(true)
})

describe('a tool is replaced when', () => {
  test.each([
    ['its description changed', { description: 'new' }],
    ['its input schema changed', { inputSchema: { type: 'object', properties: { a: {} } } }],
    ['its output schema came', { outputSchema: {} }],
    ['its hints changed', { annotations: { readOnlyHint: true } }],
    ['its title changed', { title: 'New' }],
    ['it became one that needs a task', { execution: { taskSupport: 'required' } }],
  ])('%s', (_, more) => {
    expect(planned([a], [discovered('a', more)])).toEqual({ add: [], replace: ['a'], remove: [] })
  })
})

const someTools = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.constantFrom('one', 'two')), {
    selector: ([name]) => name,
  })
  .map((list) => list.map(([name, description]) => discovered(name, { description })).sort(byName))

test('applying a plan to the current set gives the next one, and touches nothing that stays', () => {
  fc.assert(
    fc.property(someTools, someTools, (current, next) => {
      const { add, replace, remove } = plan(current, next)
      const registered = new Map(current.map((tool) => [tool.name, tool]))
      for (const tool of remove) expect(registered.delete(tool.name)).toBe(true)
      for (const tool of replace) expect(registered.get(tool.name)?.fingerprint).not.toBe(tool.fingerprint)
      for (const tool of add) expect(registered.has(tool.name)).toBe(false)
      for (const tool of [...replace, ...add]) registered.set(tool.name, tool)
      const after = [...registered.values()].sort(byName)
      expect(after.map(({ name, fingerprint }) => [name, fingerprint])).toEqual(
        next.map(({ name, fingerprint }) => [name, fingerprint]),
      )
      for (const list of [add, replace, remove]) expect(list).toEqual([...list].sort(byName))
    }),
  )
})
