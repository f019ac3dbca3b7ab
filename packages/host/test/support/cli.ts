import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { eventually } from '@harness-mcp/lab'
import { onTestFinished } from 'vitest'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** How a run of the command line ended, and what it wrote. */
export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface RunningCli {
  pid: number
  ended: Promise<Ended>
  stdout(): string
  /** Resolves when standard error holds the text. */
  says(text: string): Promise<unknown>
  kill(signal: NodeJS.Signals): void
  /** Stops reading its standard output, as `head` does. */
  closeStdout(): void
}

/** Starts the built command line as a person would. It is killed when the test is over. */
export function startCli(words: string[], nodeOptions: string[] = []): RunningCli {
  const child = spawn(process.execPath, [...nodeOptions, MAIN, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  const written = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (written.stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (written.stderr += chunk))
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...written }))
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  if (child.pid === undefined) throw new Error('the command line could not be started')
  return {
    pid: child.pid,
    ended,
    stdout: () => written.stdout,
    says: (text) => eventually(`"${text}" on standard error`, () => written.stderr.includes(text)),
    kill: (signal) => void child.kill(signal),
    closeStdout: () => void child.stdout.destroy(),
  }
}

/** Runs the built command line to its end. */
export function cli(...words: string[]): Promise<Ended> {
  return startCli(words).ended
}

/** Runs a command with `--json`, and gives its exit code and the document on standard output. */
export async function cliJson(
  ...words: string[]
): Promise<{ code: number | null; json: JsonDocument; stderr: string }> {
  const { code, stdout, stderr } = await cli(...words, '--json')
  return { code, json: JSON.parse(stdout), stderr }
}

/** What JSON.parse gives. A test that expects another shape fails. */
export type JsonDocument = ReturnType<typeof JSON.parse>
