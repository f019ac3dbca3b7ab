import { createHash } from 'node:crypto'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import envPaths from 'env-paths'
import { lock } from 'proper-lockfile'
import writeFileAtomic from 'write-file-atomic'

import { formatGrants, type Grant, parseGrants } from './grant.js'

/** Where tokens and client registrations are kept. */
export interface TokenStore {
  /** Everything that is kept. */
  read(): Promise<readonly Grant[]>
  /**
   * Replaces everything by what `change` makes of it. Changes follow each other, also those of other processes.
   *
   * @param change - gets everything that is kept, and gives what is to be kept.
   */
  change(change: (grants: readonly Grant[]) => readonly Grant[]): Promise<void>
  /**
   * Runs `work` while nobody else that uses this store, in this process or another, runs one under the same name. Rejects
   * when `signal` is aborted before its turn came.
   *
   * @param name - what the runs have in common.
   * @param work - what to run.
   * @param waiting - who waits for the turn.
   */
  exclusively<T>(name: string, work: () => Promise<T>, waiting?: Waiting): Promise<T>
}

/** Ends the wait for a turn. */
export interface Waiting {
  /** Rejects the wait when it is aborted. Work that has begun goes on. */
  readonly signal: AbortSignal
}

/** A lock that was not touched for so long belongs to a process that is gone, in ms. */
const STALE_MS = 10_000
/** A renewal asks an authorization server several things, each for 30 s at most: nobody waits for less than all of it, in ms. */
const HELD_MS = 300_000
/** A lock that cannot be taken for another reason than its owner: Windows refuses a name that is just being deleted, in ms. */
const REFUSED_MS = 1_000

/**
 * A file of tokens that any number of processes may share: of mode 0600, written whole or not at all, and under a lock. A
 * file that nobody can read is set aside under another name.
 *
 * @param path - where it is. Default: `tokens.json` in the data folder of the user.
 *
 * @example
 * ```ts
 * import { createMcpSession, fileTokenStore } from '@harness-mcp/sessions'
 *
 * const mcp = await createMcpSession({
 *   mcpServers: { web: { url: 'https://mcp.example.com/mcp' } },
 *   tokenStore: fileTokenStore('/var/lib/my-agent/tokens.json'),
 * })
 * ```
 */
export function fileTokenStore(
  path: string = resolve(envPaths('harness-mcp', { suffix: '' }).data, 'tokens.json'),
): TokenStore {
  const file = resolve(path)
  const read = async (): Promise<readonly Grant[]> => parseGrants(await textOf(file)) ?? []
  return {
    read,
    change: (change) =>
      locked(file, async () => writeFileAtomic(file, formatGrants(change(await readable(file))), { mode: 0o600 })),
    exclusively: (name, work, waiting) => locked(`${file}.${shortHash(name)}`, work, waiting?.signal),
  }
}

/** The grants of a file; what else may be in it is moved out of the way. Only under the lock: somebody may be writing. */
async function readable(file: string): Promise<readonly Grant[]> {
  const text = await textOf(file)
  const grants = parseGrants(text)
  if (grants) return grants
  if (text !== '') await rename(file, `${file}.corrupt-${Date.now()}`)
  return []
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** The last in each queue of this process: a lock file is asked for by one at a time. */
const queues = new Map<string, Promise<unknown>>()

async function locked<T>(file: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const before = queues.get(file)
  const turn = Promise.resolve(before).then(() => lockedByFile(file, work, signal))
  const settled = turn.then(
    () => {},
    () => {},
  )
  queues.set(file, settled)
  try {
    return await turn
  } finally {
    if (queues.get(file) === settled) queues.delete(file)
  }
}

async function lockedByFile<T>(file: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const release = await taken(file, signal)
  try {
    return await work()
  } finally {
    await release().catch(() => {})
  }
}

/** By hand: `proper-lockfile` would also ask thousands of times for a lock in a folder that nobody may write to. */
async function taken(file: string, signal?: AbortSignal): Promise<() => Promise<void>> {
  const since = performance.now()
  for (let round = 1; ; round++) {
    try {
      // Without a listener a lock that was lost, as after a long sleep of the machine, is thrown out of a timer.
      return await lock(file, { realpath: false, stale: STALE_MS, onCompromised: () => {} })
    } catch (error) {
      const patience = error instanceof Error && 'code' in error && error.code === 'ELOCKED' ? HELD_MS : REFUSED_MS
      if (performance.now() - since > patience) throw error
    }
    await setTimeout(Math.min(150, 10 * round) * (1 + Math.random()), undefined, { signal })
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
