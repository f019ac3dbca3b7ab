import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { childrenOf, isAlive, processesOf } from '../src/index.js'

it('sees a child while it runs and not afterwards', async () => {
  const marker = `lab-marker-${process.pid}`
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)', marker])
  await once(child, 'spawn')
  const pid = child.pid ?? -1
  expect([isAlive(pid), processesOf(marker), childrenOf(process.pid).includes(pid)]).toEqual([true, [pid], true])
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect([isAlive(pid), processesOf(marker), childrenOf(process.pid).includes(pid)]).toEqual([false, [], false])
})

it('does not count a process that nobody reaped', async () => {
  // The shell becomes `sleep`, which never waits for the child that the shell had started.
  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'])
  const [pid] = await once(parent.stdout, 'data')
  while (isAlive(Number(String(pid)))) await new Promise(setImmediate)
  expect(() => process.kill(Number(String(pid)), 0)).not.toThrow()
  parent.kill('SIGKILL')
})
