import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'

import { eventually } from '@harness-mcp/lab'

import { holdings, leftovers } from '../../src/soak/leftovers.js'
import { MARK, markedProcesses } from '../../src/soak/marked-processes.js'

const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0)) step()
})

test('nothing is left of nothing', () => {
  const before = holdings()
  expect(leftovers(before, holdings())).toEqual([])
})

test('a timer is found even when it keeps nothing alive', () => {
  const before = holdings()
  const timer = setTimeout(() => {}, 600_000).unref()
  undo.push(() => clearTimeout(timer))
  expect(leftovers(before, holdings())).toEqual(['1 timers'])
})

test('a cleared timer is gone', async () => {
  const before = holdings()
  clearTimeout(setTimeout(() => {}, 600_000))
  // The hook is told at the end of the turn.
  await eventually('the timer to be gone', () => leftovers(before, holdings()).length === 0)
})

test('a listening socket is found', async () => {
  const before = holdings()
  const server = createServer().listen(0, '127.0.0.1')
  undo.push(() => server.close())
  await once(server, 'listening')
  expect(leftovers(before, holdings()).join()).toContain('TCPServerWrap')
})

test('a listener on the process is found', () => {
  const before = holdings()
  const listener = (): void => {}
  process.on('SIGHUP', listener)
  undo.push(() => void process.off('SIGHUP', listener))
  expect(leftovers(before, holdings())).toContain('1 listeners for SIGHUP')
})

test('a marked process is found while it lives, and so is one that it started', async () => {
  const mark = `test-${process.pid}`
  const script = `require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']); setTimeout(() => {}, 60000)`
  const child = spawn(process.execPath, ['-e', script], { env: { ...process.env, [MARK]: mark }, detached: true })
  const { pid } = child
  undo.push(
    () => pid !== undefined && child.exitCode === null && child.signalCode === null && process.kill(-pid, 'SIGKILL'),
  )
  await eventually('both processes', () => markedProcesses(mark).length === 2)
  const exit = once(child, 'exit')
  if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  await exit
  await eventually('none of them', () => markedProcesses(mark).length === 0)
})
