import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { readResults, type Results } from './results.js'
import type { Wire } from './scenario.js'
import type { ScenarioName } from './scenarios.js'

/** How the referee ended. */
export interface RefereeRun {
  /** 0 when nothing failed or warned and the client ended well; `null` when the referee had to be killed. */
  readonly exitCode: number | null
  /** Absent when it wrote none. */
  readonly results?: Results
  /** The end of what it wrote on standard error. */
  readonly complaints: string
}

export interface RefereeOptions {
  /** Kills the referee and the client when aborted; the run then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** The shell command of the client to test. The URL of the scenario's server is added to it. Default: our driver. */
  readonly client?: string
  /** The client's time, in ms. Default: 20,000. */
  readonly clientMs?: number
  /** The time of referee and client together, in ms, after which both are killed. Default: 40,000. */
  readonly totalMs?: number
}

/** Lets the referee play one scenario. Afterwards no process and no file of it is left, however it went. */
export async function play(
  { name, wire }: { readonly name: ScenarioName; readonly wire: Wire },
  { signal, client = driverCommand(), clientMs = 20_000, totalMs = 40_000 }: RefereeOptions = {},
): Promise<RefereeRun> {
  signal?.throwIfAborted()
  const folder = await mkdtemp(join(tmpdir(), 'harness-mcp-conformance-'))
  try {
    const results = join(folder, 'results')
    await mkdir(results)
    const words = ['--scenario', name, '--spec-version', wire, '--timeout', String(clientMs), '--output-dir', results]
    // By the suite's own account extensions and the scenarios of 2025-03-26 belong to none of the wires.
    const referee = startReferee(['client', '--command', client, '--force', ...words], folder)
    const ended = await endOf(referee, signal, totalMs)
    signal?.throwIfAborted()
    const written = await readResults(results)
    return { ...ended, ...(written && { results: written }) }
  } finally {
    // A client that was killed a moment ago may still have been writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

const REFEREE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js')
const GLOB_SHIM = new URL('../dist/glob-shim/register.js', import.meta.url).href

function startReferee(words: readonly string[], folder: string): ChildProcess {
  // A process group of its own, so that it can be ended together with the client that it starts.
  return spawn(process.execPath, ['--import', GLOB_SHIM, REFEREE, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // What a client that is killed leaves behind is gone with the folder.
    env: { ...process.env, TMPDIR: folder },
    detached: true,
  })
}

/** Without `exec`, the referee's own time limit would end the shell and leave the driver. */
function driverCommand(): string {
  const driver = fileURLToPath(new URL('../dist/driver/main.js', import.meta.url))
  return `exec ${[process.execPath, driver].map(quotedForShell).join(' ')}`
}

function quotedForShell(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`
}

const COMPLAINT_CHARACTERS = 2_000

async function endOf(
  referee: ChildProcess,
  signal: AbortSignal | undefined,
  totalMs: number,
): Promise<Omit<RefereeRun, 'results'>> {
  let complaints = ''
  referee.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    complaints = (complaints + chunk).slice(-COMPLAINT_CHARACTERS)
  })
  const kill = (): void => killGroup(referee)
  // Not `AbortSignal.timeout` in `AbortSignal.any`: those may be collected before they abort (nodejs/node#57736).
  const timer = setTimeout(kill, totalMs)
  signal?.addEventListener('abort', kill)
  try {
    const closed = once(referee, 'close')
    if (signal?.aborted) kill()
    await closed
    return { exitCode: referee.exitCode, complaints }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', kill)
    // The client, when it outlived the referee.
    kill()
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left in it.
  }
}
