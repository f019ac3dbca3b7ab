import { createSdkMcpServer } from '@harness-mcp/in-process'
import { expect, it } from 'vitest'

import { parseWholeMap } from '../../src/config/server-map.js'
import { difference } from '../../src/servers/difference.js'

const handle = (): ReturnType<typeof createSdkMcpServer> =>
  createSdkMcpServer({ name: 'x', version: '1.0.0', tools: [] })

it('tells what was added, removed, changed and left alone', () => {
  const mine = handle()
  const before = {
    same: { command: 'x', env: { A: '1', B: '2' } },
    edited: { command: 'x' },
    switched: { command: 'x' },
    trusted: { command: 'x' },
    checked: { command: 'x' },
    gone: { command: 'x' },
    broken: { command: 'x' },
    mine,
    other: handle(),
  }
  const after = {
    fresh: { command: 'x' },
    same: { type: 'stdio', env: { B: '2', A: '1' }, command: 'x', args: [], disabled: false },
    edited: { command: 'y' },
    switched: { command: 'x', disabled: true },
    trusted: { command: 'x', alwaysAllow: ['read'] },
    checked: { command: 'x', healthCheck: { enabled: true } },
    mine: { server: mine },
    other: handle(),
  }
  expect(difference(parseWholeMap(before), parseWholeMap(after), new Set(['broken']))).toEqual({
    added: ['fresh'],
    removed: ['gone'],
    changed: ['edited', 'switched', 'trusted', 'checked', 'other'],
    unchanged: ['same', 'mine'],
  })
})
