import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { eventually } from '@harness-mcp/lab'
import { onTestFinished } from 'vitest'

export const MAIN: string = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

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
  /** Resolves when standard output holds the text. */
  prints(text: string): Promise<unknown>
  /** Writes to its standard input. */
  type(text: string): void
  endInput(): void
  kill(signal: NodeJS.Signals): void
  /** Stops reading its standard output, as `head` does. */
  closeStdout(): void
}

/** Starts the built command line as a person would, with an empty standard input. It is killed when the test is over. */
export function startCli(
  words: string[],
  nodeOptions: string[] = [],
  env: Readonly<Record<string, string>> = {},
): RunningCli {
  const running = startProgram(process.execPath, [...nodeOptions, MAIN, ...words], env)
  running.endInput()
  return running
}

/** Starts any program. It is killed when the test is over. */
export function startProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningCli {
  const child = spawn(program, args, { stdio: 'pipe', env: { ...process.env, ...env } })
  const written = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (written.stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (written.stderr += chunk))
  // It may end before it has read everything.
  child.stdin.on('error', () => {})
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
    prints: (text) => eventually(`"${text}" on standard output`, () => written.stdout.includes(text)),
    type: (text) => void child.stdin.write(text),
    endInput: () => void child.stdin.end(),
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
