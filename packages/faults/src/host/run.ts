import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { SECRET } from '../secret.js'
import { type Account, account } from './account.js'
import type { Start, Step } from './job.js'

const MAIN = fileURLToPath(new URL('../../dist/host/main.js', import.meta.url))

/** No task takes longer, in ms; one that does has hung its host. */
const LONGEST_MS = 25_000
/** Any longer, and other servers of the same host would notice, in ms. */
const STALLED_MS = 4_000
/** Twice a second of grace, and what confirming the death of a process may take, in ms. */
const CLOSED_MS = 8_000

/** What one host has to do with one server. Nobody has checked it: its configuration may be wrong on purpose. */
export interface UncheckedTask {
  readonly config: unknown
  readonly start: Start
  readonly steps: readonly Step[]
  readonly report: string
}

/** How a host process lived and ended. */
export interface HostRun {
  /** `alive`, or what was wrong with it. */
  readonly verdict: string
  /** What it saw in each task; `undefined` where it did not live to tell. */
  readonly accounts: readonly (Account | undefined)[]
}

/** Does the tasks in a process of its own, one after the other, to the end of that process. `file` is for the job. */
export async function runHost(tasks: readonly UncheckedTask[], file: string): Promise<HostRun> {
  writeFileSync(file, JSON.stringify(tasks))
  const ended = await runToEnd([MAIN, file], LONGEST_MS * tasks.length)
  const accounts = tasks.map(({ report }) => readAccount(report))
  return { verdict: verdictOf(ended, accounts), accounts }
}

function readAccount(file: string): Account | undefined {
  return existsSync(file) ? account.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

interface Ended {
  readonly code: number | null
  readonly late: boolean
  readonly stdout: string
  readonly stderr: string
}

function runToEnd(args: readonly string[], withinMs: number): Promise<Ended> {
  const env = { ...process.env, LAB_HOST_TOKEN: SECRET }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const written = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (written.stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (written.stderr += chunk))
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, withinMs)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, late, ...written })
    })
  })
}

function verdictOf({ code, late, stdout, stderr }: Ended, accounts: HostRun['accounts']): string {
  if (late) return accounts.includes(undefined) ? 'hung' : 'did not end'
  if (code !== 0) return `died: ${firstLine(stderr)}`
  if (stdout !== '') return `wrote to standard output: ${firstLine(stdout)}`
  const closeMs = Math.max(...accounts.map((seen) => seen?.closeMs ?? 0))
  if (closeMs > CLOSED_MS) return `took ${(closeMs / 1000).toFixed(1)} s to close a server`
  const stalledMs = Math.max(...accounts.map((seen) => seen?.stalledMs ?? 0))
  return stalledMs > STALLED_MS ? `stood still for ${(stalledMs / 1000).toFixed(1)} s` : 'alive'
}

/** The first line that says something: above it Node prints where in which file. */
function firstLine(text: string): string {
  return text.split('\n').find((line) => /error|rejection/i.test(line)) ?? text.slice(0, 200)
}
