import type { McpTool } from '@harness-mcp/client'
import { expect, it } from 'vitest'

import { Approvals } from '../../src/permission/approvals.js'

function tool(rawName: string, fingerprint: string): McpTool {
  return {
    name: `mcp__s__${rawName}`,
    rawName,
    server: 's',
    description: rawName,
    inputSchema: { type: 'object' },
    untrustedHints: {},
    fingerprint,
    taskRequired: false,
  }
}

it('allows a listed tool as it was first seen, and asks again once it changed', () => {
  const approvals = new Approvals(['read'])
  approvals.see([tool('read', '1'), tool('write', '1')])
  expect(approvals.allows(tool('read', '1'))).toBe(true)
  expect(approvals.allows(tool('write', '1'))).toBe(false)
  approvals.see([tool('read', '2')])
  expect(approvals.allows(tool('read', '2'))).toBe(false)
  approvals.remember(tool('read', '2'))
  expect([approvals.allows(tool('read', '2')), approvals.allows(tool('read', '1'))]).toEqual([true, false])
})

it('asks about a tool that was away and came back changed', () => {
  const approvals = new Approvals(['read'])
  approvals.see([tool('read', '1')])
  approvals.see([])
  approvals.see([tool('read', '2')])
  expect(approvals.allows(tool('read', '2'))).toBe(false)
})

it('allows a listed tool that comes later, and none that it has not seen', () => {
  const approvals = new Approvals(['read'])
  expect(approvals.allows(tool('read', '1'))).toBe(false)
  approvals.see([tool('read', '1')])
  expect(approvals.allows(tool('read', '1'))).toBe(true)
})

it('follows another list: what left it is asked about, what came is allowed as it is now, an answer stays', () => {
  const approvals = new Approvals(['read'])
  const now = [tool('read', '1'), tool('write', '1'), tool('move', '1')]
  approvals.see(now)
  approvals.remember(tool('move', '1'))
  approvals.become(['write'], now)
  expect(now.map((each) => approvals.allows(each))).toEqual([false, true, true])
})

it('keeps a changed tool asked about when the list is given again', () => {
  const approvals = new Approvals(['read'])
  approvals.see([tool('read', '1')])
  approvals.become(['read', 'write'], [tool('read', '2')])
  expect(approvals.allows(tool('read', '2'))).toBe(false)
})

it('forgets everything for another server', () => {
  const approvals = new Approvals(['read'])
  approvals.see([tool('read', '1')])
  approvals.remember(tool('write', '1'))
  approvals.reset(['read'])
  expect([approvals.allows(tool('read', '1')), approvals.allows(tool('write', '1'))]).toEqual([false, false])
  approvals.see([tool('read', '2')])
  expect(approvals.allows(tool('read', '2'))).toBe(true)
})
