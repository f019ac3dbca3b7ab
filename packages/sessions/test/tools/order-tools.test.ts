import { expect, it } from 'vitest'

import { orderTools } from '../../src/index.js'

const named = (...names: string[]): { name: string }[] => names.map((name) => ({ name }))

it('puts own tools first, each group by code units', () => {
  const ordered = orderTools(named('write', 'Read', 'éclair'), named('mcp__b__x', 'list_mcp_resources', 'mcp__B__x'))
  expect(ordered.map(({ name }) => name)).toEqual([
    'Read',
    'write',
    'éclair',
    'list_mcp_resources',
    'mcp__B__x',
    'mcp__b__x',
  ])
})

it('leaves what it was given as it was', () => {
  const own = Object.freeze(named('b', 'a'))
  orderTools(own, own.slice(2))
  expect(own).toEqual(named('b', 'a'))
})

it('throws for a name on both sides, and names both', () => {
  const mcp = [{ name: 'mcp__s__read', server: 's', rawName: 'read' }]
  expect(() => orderTools(named('mcp__s__read'), mcp)).toThrow(
    'two tools are named "mcp__s__read": the harness\'s own tool "mcp__s__read", and the MCP tool "read" of the server s',
  )
})

it('throws for a name twice on one side', () => {
  expect(() => orderTools(named('a', 'a'), [])).toThrow('two tools are named "a"')
})
