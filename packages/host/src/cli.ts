import { resolve } from 'node:path'

import { CommanderError } from 'commander'

import type { Configuration } from './config/configuration.js'
import { HostError, messageOf, misuse } from './host-error.js'
import { type Interrupt, listenForInterrupt } from './interrupt.js'
import { openTerminal } from './output/terminal.js'
import { createProgram, type Options } from './program.js'
import type { Run } from './settings.js'

/** Runs one command line. Prints everything, and resolves to the exit code when nothing of it is alive any more. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const interrupt = listenForInterrupt((text) => void process.stderr.write(`${text}\n`))
  let exitCode = 0
  const program = createProgram(async (action, options) => {
    exitCode = await action(runOf(options, interrupt))
  })
  try {
    await program.parseAsync(words, { from: 'user' })
    return interrupt.exitCode() ?? exitCode
  } catch (error) {
    return interrupt.exitCode() ?? exitCodeOf(error)
  } finally {
    interrupt.release()
  }
}

function runOf(options: Options, { signal }: Interrupt): Run {
  return {
    settings: {
      configuration: configurationOf(options),
      dataFolder: options.data === undefined ? undefined : resolve(options.data),
      json: options.json,
    },
    terminal: openTerminal({ color: options.color }),
    signal,
  }
}

function configurationOf({ config, mcpConfig, expandEnv }: Options): Configuration {
  if (mcpConfig !== undefined) return { kind: 'mcp-servers', file: resolve(mcpConfig), expandEnv }
  if (expandEnv) throw misuse('--expand-env is about the file of --mcp-config, and none is named.')
  return { kind: 'cordis', file: resolve(config) }
}

/** Says what went wrong, unless the parser of the command line has said it already. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  process.stderr.write(`error: ${messageOf(error)}\n`)
  return error instanceof HostError ? error.exitCode : 1
}
