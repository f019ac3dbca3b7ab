import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

import type { StdioConfig } from '../config/schema.js'
import { clientError, type McpClientError } from '../errors.js'
import { serverEnvironment } from './environment.js'

/** Codes of the system that say what is wrong with the command. Every other one (too many files, no memory) may pass. */
const LASTING: ReadonlySet<string> = new Set([
  'ENOENT',
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EISDIR',
  'ENOEXEC',
  'E2BIG',
  'ELOOP',
  'ENAMETOOLONG',
  'EINVAL',
  'UNKNOWN',
])

/** Why a server's process could not be started: `start-failed`, or `unreachable` where a later attempt may succeed. */
export function startFailure(config: StdioConfig, cause: unknown): McpClientError {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const code = 'code' in error ? String(error.code) : ''
  const message = code === 'ENOENT' ? missing(config) : refused(config, error)
  // Node's own codes are about arguments that no system would take.
  const lasting = LASTING.has(code) || code.startsWith('ERR_')
  // The error of the system carries the arguments, which may hold secrets.
  const known = Object.assign(new Error(error.message), { code })
  return clientError(lasting ? 'start-failed' : 'unreachable', { server: config.serverName, message, cause: known })
}

function refused({ command, cwd }: StdioConfig, error: Error): string {
  return `the command "${command}" could not be started${within(cwd)}: ${error.message}`
}

/** The system says the same of a command, its interpreter and its working directory. */
function missing(config: StdioConfig): string {
  const { command, cwd } = config
  if (cwd !== undefined && !existsSync(cwd)) return `the folder ${cwd} (cwd) does not exist`
  if (placesOf(config).some((place) => existsSync(place)))
    return `the command "${command}" is there, but the program that its first line names was not found${within(cwd)}`
  return isPath(command)
    ? `the command "${command}" does not exist${within(cwd)}`
    : `the command "${command}" was not found on PATH${within(cwd)}; check the spelling, or give its full path`
}

function placesOf({ command, cwd = '.', env }: StdioConfig): readonly string[] {
  if (isPath(command)) return [resolve(cwd, command)]
  const path = serverEnvironment(process.env, env)['PATH'] ?? ''
  return path.split(delimiter).map((folder) => resolve(cwd, join(folder, command)))
}

function isPath(command: string): boolean {
  return command.includes('/') || (process.platform === 'win32' && command.includes('\\'))
}

function within(cwd: string | undefined): string {
  return cwd === undefined ? '' : ` in the folder ${cwd}`
}
