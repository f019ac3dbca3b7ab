import { isatty } from 'node:tty'
import { constants } from 'node:os'

import { Command, CommanderError, Option } from 'commander'
import colors from 'picocolors'

import { playAll } from './playing.js'
import { jsonReport, textReport } from './report.js'
import { coverageOf, readRequirements } from './requirements.js'
import { type Scenario, SCENARIOS } from './scenarios.js'

/** Runs one command line. Resolves to the exit code when nothing that it started is alive any more. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const interrupt = new AbortController()
  const onSignal = (name: 'SIGINT' | 'SIGTERM'): void => interrupt.abort(128 + constants.signals[name])
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    return await run(parse(words), interrupt.signal)
  } catch (error) {
    return interrupt.signal.aborted ? Number(interrupt.signal.reason) : exitCodeOf(error)
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

interface Options {
  readonly only?: readonly string[]
  readonly json?: true
}

function parse(words: readonly string[]): Options {
  const names = [...new Set(SCENARIOS.map(({ name }) => name))]
  return new Command('conformance')
    .description('Plays the official MCP conformance suite against the client, and demands the checks by name.')
    .addOption(new Option('--only <name...>', 'these scenarios, on each of their wires').choices(names))
    .option('--json', 'print JSON for programs')
    .addHelpText('after', HELP)
    .exitOverride()
    .parse(words, { from: 'user' })
    .opts<Options>()
}

const HELP = `
Examples:
  $ pnpm conformance
  $ pnpm conformance --only tools_call auth/scope-step-up
  $ pnpm --silent conformance --json

Exit codes:
  0    every demanded check is there, and nothing failed or warned
  1    something is missing
  2    wrong usage
  130  Ctrl-C`

async function run({ only, json }: Options, signal: AbortSignal): Promise<0 | 1> {
  const scenarios = SCENARIOS.filter(({ name }) => only?.includes(name) ?? true)
  const onStart = ({ name, wire }: Scenario): unknown => process.stderr.write(`Playing ${name} on ${wire}\n`)
  const verdicts = await playAll(scenarios, { signal, onStart })
  const coverage = (await readRequirements()).map((requirements) => coverageOf(requirements, verdicts))
  // Not `isTTY`, which is undefined where there is no terminal: then the library decides, and for CI it decides on colour.
  const isColorful = isatty(process.stdout.fd) && !process.env['NO_COLOR']
  const report = json ? jsonReport(verdicts, coverage) : textReport(verdicts, coverage, colors.createColors(isColorful))
  process.stdout.write(`${report}\n`)
  return verdicts.every(({ ok }) => ok) ? 0 : 1
}

/** Says what went wrong, unless the parser of the command line has said it already. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
  return 1
}
