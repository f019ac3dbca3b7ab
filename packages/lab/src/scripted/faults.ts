// What goes wrong before the first message, in the order in which main.ts does it.
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from '../processes.js'
import type { Switches } from './switches.js'

/** Does everything that the switches want done before the first message. May end the process. */
export async function start(switches: Switches): Promise<void> {
  if (switches.count !== undefined) appendLine(switches.count, process.pid)
  if (switches.stderr !== undefined) say(`${switches.stderr}\n`)
  if (switches.exitAtOnce !== undefined) process.exit(switches.exitAtOnce)
  if (switches.lock !== undefined) hold(switches.lock)
  if (switches.ignoreSigterm) beStubborn()
  if (switches.grandchild !== undefined) appendLine(switches.grandchild, startGrandchild(switches.grandchild, switches))
  flood(switches.stderrFlood)
  await wait(switches.slowStartMs)
  if (switches.banner) process.stdout.write('Scripted server 1.0.0\nListening on standard input.\n')
}

/** Appends one line to a file that a test reads. */
export function appendLine(file: string, value: string | number): void {
  appendFileSync(file, `${value}\n`)
}

function hold(lock: string): void {
  if (existsSync(lock) && isAlive(Number(readFileSync(lock, 'utf8')))) {
    say(`another instance holds ${lock}\n`)
    process.exit(1)
  }
  writeFileSync(lock, String(process.pid))
  process.on('exit', () => rmSync(lock, { force: true }))
  process.on('SIGTERM', () => process.exit(143))
}

function beStubborn(): void {
  process.on('SIGTERM', () => {})
  setInterval(() => {}, 60_000)
}

// It inherits standard output, so that the pipe stays open after this process has gone: as a server behind `npx` does.
function startGrandchild(file: string, { ignoreSigterm }: Switches): number {
  const program = `${ignoreSigterm ? "process.on('SIGTERM', () => {});" : ''}setTimeout(() => {}, 600_000)`
  // The file is on its command line too, so that a test finds it by that.
  const { pid } = spawn(process.execPath, ['-e', program, file], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (pid === undefined) throw new Error('the grandchild did not start')
  return pid
}

function flood(bytes: number): void {
  for (let left = bytes, line = 1; left > 0; line += 1) {
    const size = Math.min(left, 64)
    say(`${`flood ${line} `.padEnd(64, '.').slice(0, size - 1)}\n`)
    left -= size
  }
}

// Not process.stderr: that never blocks, and a server that stands still at a full pipe is the point.
function say(text: string): void {
  writeSync(2, text)
}
