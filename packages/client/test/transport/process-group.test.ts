import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { eventually, isAlive, linesOf, scripted, type Command } from '@harness-mcp/lab'
import { freshFile } from '@harness-mcp/lab/vitest'
import { describe, expect, onTestFinished, test } from 'vitest'

import { ProcessGroup } from '../../src/transport/process-group.js'
import { program } from '../support/stdio.js'

const SOON = { graceMs: 200, confirmMs: 3_000 }

function start({ command, args }: Command): { child: ChildProcess; pid: number; group: ProcessGroup } {
  const child = spawn(command, args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  if (child.pid === undefined) throw new Error('it did not start')
  const group = new ProcessGroup(child, child.pid)
  onTestFinished(async () => void (await group.end({ graceMs: 0, confirmMs: 3_000 })))
  return { child, pid: child.pid, group }
}

async function grandchildIn(file: string): Promise<number> {
  return eventually('the grandchild has started', () => Number(linesOf(file)[0]) || undefined)
}

describe('end', () => {
  test('of a server that ends with its standard input needs no signal', async () => {
    const { child, group } = start(program("process.stdin.resume().on('end', () => process.exit(7))"))
    expect(await group.end({ graceMs: 10_000, confirmMs: 3_000 })).toBe(true)
    expect(child).toMatchObject({ exitCode: 7, signalCode: null })
  })

  test('of a server that does not watch its standard input is SIGTERM', async () => {
    const { child, group } = start(program('setInterval(() => {}, 1000)'))
    expect(await group.end(SOON)).toBe(true)
    expect(child.signalCode).toBe('SIGTERM')
  })

  test('of a server that ignores SIGTERM is SIGKILL', async () => {
    const ready = freshFile()
    const { child, group } = start(scripted('--ignore-sigterm', '--grandchild', ready))
    await grandchildIn(ready)
    expect(await group.end(SOON)).toBe(true)
    expect(child.signalCode).toBe('SIGKILL')
  })

  test.each([[[]], [['--ignore-sigterm']]])('takes the grandchildren with it: %j', async (switches) => {
    const file = freshFile()
    const { pid, group } = start(scripted('--grandchild', file, ...switches))
    const grandchild = await grandchildIn(file)
    expect(await group.end(SOON)).toBe(true)
    expect([pid, grandchild].map(isAlive)).toEqual([false, false])
  })

  test('takes a grandchild with it whose parent has ended already', async () => {
    const file = freshFile()
    const { child, group } = start(scripted('--grandchild', file))
    const grandchild = await grandchildIn(file)
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    expect(isAlive(grandchild)).toBe(true)
    expect(await group.end(SOON)).toBe(true)
    expect(isAlive(grandchild)).toBe(false)
  })

  test('can be asked for again, also after the end', async () => {
    const { group } = start(program('setInterval(() => {}, 1000)'))
    expect(await Promise.all([group.end(SOON), group.end(SOON)])).toEqual([true, true])
    expect(await group.end(SOON)).toBe(true)
  })
})

describe('the listeners on this process', () => {
  test('exist while a group lives, whatever the number of groups', async () => {
    const counts = (): number[] => ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => process.listenerCount(signal))
    const before = counts()
    const [first, second] = [
      start(program('setInterval(() => {}, 1000)')),
      start(program('setInterval(() => {}, 1000)')),
    ]
    expect(counts()).toEqual(before.map((count) => count + 1))
    await first.group.end(SOON)
    expect(counts()).toEqual(before.map((count) => count + 1))
    await second.group.end(SOON)
    expect(counts()).toEqual(before)
  })
})

const HOST = join(dirname(fileURLToPath(import.meta.url)), '../support/host.mjs')

/** A host process of its own with one stubborn server that has a grandchild. */
async function startHost(ending: string): Promise<{ host: ChildProcess; server: number; grandchild: number }> {
  const [count, grandchildren] = [freshFile(), freshFile()]
  const { command, args } = scripted('--ignore-sigterm', '--count', count, '--grandchild', grandchildren)
  const host = spawn(process.execPath, [HOST, ending, command, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void host.kill('SIGKILL'))
  if (host.stdout === null) throw new Error('the host has no standard output')
  await once(host.stdout, 'data')
  return { host, server: Number(linesOf(count)[0]), grandchild: await grandchildIn(grandchildren) }
}

async function allGone(...pids: number[]): Promise<void> {
  await eventually('all processes are gone', () => !pids.some(isAlive))
}

describe('when the host ends, its servers and their grandchildren go with it', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('by %s, which is still how the host dies', async (signal) => {
    const { host, server, grandchild } = await startHost('wait')
    expect([server, grandchild].map(isAlive)).toEqual([true, true])
    const exited = once(host, 'exit')
    host.kill(signal)
    expect(await exited).toEqual([null, signal])
    await allGone(server, grandchild)
  })

  test.each([
    ['exit', 5],
    ['throw', 1],
  ])('by %s', async (ending, code) => {
    const { host, server, grandchild } = await startHost(ending)
    const [exitCode] = host.exitCode === null ? await once(host, 'exit') : [host.exitCode]
    expect(exitCode).toBe(code)
    await allGone(server, grandchild)
  })

  test('a host that has closed its server ends by itself', async () => {
    const { host, server, grandchild } = await startHost('close')
    const [exitCode] = host.exitCode === null ? await once(host, 'exit') : [host.exitCode]
    expect(exitCode).toBe(0)
    expect([server, grandchild].map(isAlive)).toEqual([false, false])
  })
})
