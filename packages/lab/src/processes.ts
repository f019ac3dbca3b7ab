import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** A process that runs now. One that has ended and waits to be reaped (a zombie) does not count. */
export interface LiveProcess {
  pid: number
  parent: number
  command: string
}

/** Whether `pid` runs now. */
export function isAlive(pid: number): boolean {
  return liveProcesses().some((process) => process.pid === pid)
}

/** The direct children of `pid` that run now. */
export function childrenOf(pid: number): number[] {
  return pids(liveProcesses().filter((process) => process.parent === pid))
}

/** The processes whose command line contains `marker`, this one excepted: pass a path or a switch that is unique. */
export function processesOf(marker: string): number[] {
  return pids(liveProcesses().filter(({ pid, command }) => pid !== process.pid && command.includes(marker)))
}

/** Every process that runs now: from /proc where there is one, else from `ps`. */
export function liveProcesses(): LiveProcess[] {
  return process.platform === 'linux' ? fromProc() : fromPs()
}

function pids(processes: LiveProcess[]): number[] {
  return processes.map(({ pid }) => pid)
}

function fromProc(): LiveProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The second field is the program's name in parentheses, and may itself contain spaces and parentheses.
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return state === 'Z' || state === 'X' ? [] : [{ pid: Number(name), parent: Number(parent), command }]
    } catch {
      return [] // It ended while we looked.
    }
  })
}

function fromPs(): LiveProcess[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    if (state === undefined || state.startsWith('Z') || command === undefined) return []
    return [{ pid: Number(pid), parent: Number(parent), command }]
  })
}
