import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

import { onExit } from 'signal-exit'

const POLL_MS = 20

/**
 * Every process that descends from `child`, as one group. `child` must have been spawned `detached`, which makes it the
 * leader of its own group. A grandchild that starts a session of its own leaves the group: that is the stated limit.
 */
export class ProcessGroup {
  readonly #child: ChildProcess
  readonly #pid: number
  readonly #forget: () => void

  constructor(child: ChildProcess, pid: number) {
    this.#child = child
    this.#pid = pid
    this.#forget = killAtExit(pid)
  }

  /**
   * Ends the group: standard input is closed, then SIGTERM, then SIGKILL, with `graceMs` after each of the first two.
   * Resolves to whether the whole group is confirmed dead within `confirmMs` after the last step.
   */
  async end({ graceMs, confirmMs }: { graceMs: number; confirmMs: number }): Promise<boolean> {
    this.#child.stdin?.end()
    if (await this.isGone(graceMs)) return true
    this.#signal('SIGTERM')
    if (await this.isGone(graceMs)) return true
    this.#signal('SIGKILL')
    return this.isGone(confirmMs)
  }

  /** Waits until the group is dead, `withinMs` at most. No signal: of a group that died long ago, another may have the id. */
  async isGone(withinMs: number): Promise<boolean> {
    const deadline = Date.now() + withinMs
    while (this.#alive()) {
      if (Date.now() >= deadline) return false
      await delay(POLL_MS)
    }
    this.#forget()
    return true
  }

  #alive(): boolean {
    const leaderRuns = this.#child.exitCode === null && this.#child.signalCode === null
    if (leaderRuns || process.platform === 'win32') return leaderRuns
    return groupAnswers(this.#pid) && !onlyZombies(this.#pid)
  }

  #signal(signal: NodeJS.Signals): void {
    signalGroup(this.#pid, signal)
  }
}

/** What must not outlive this process. The hook exists while the set has members, so an idle host keeps no listener. */
const groups = new Set<number>()
let removeHook: (() => void) | undefined

function killAtExit(pid: number): () => void {
  groups.add(pid)
  removeHook ??= onExit(() => {
    for (const group of groups) signalGroup(group, 'SIGKILL')
  })
  return () => {
    groups.delete(pid)
    if (groups.size > 0) return
    removeHook?.()
    removeHook = undefined
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () => {})
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // The group is gone already.
  }
}

function groupAnswers(pid: number): boolean {
  try {
    process.kill(-pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A killed member answers until its parent has reaped it, and in some containers nobody ever does. Linux tells by `/proc`. */
function onlyZombies(group: number): boolean {
  if (process.platform !== 'linux') return false
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => stateInGroup(entry, group))
    .every((state) => state === undefined || state === 'Z' || state === 'X')
}

function stateInGroup(pid: string, group: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(pgrp) === group ? state : undefined
  } catch {
    return undefined
  }
}
