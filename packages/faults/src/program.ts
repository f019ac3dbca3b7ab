import { Command } from 'commander'

import { catalog } from './catalog/catalog.js'
import type { Trial } from './fault.js'
import { asJson, isAsExpected } from './report/json.js'
import { table } from './report/table.js'
import { runAll } from './run-all.js'
import type { Row } from './trial.js'

/** Where the program writes. */
export interface Output {
  print(text: string): void
  /** Progress. */
  note(text: string): void
  exitCode(code: number): void
}

interface Options {
  readonly json: boolean
  readonly only?: string
  readonly jobs: string
}

const EXIT_CODES = `Exit codes:
  0  every row is as expected
  1  a row is not, and marked with an x
  2  nothing to run`

/** `pnpm lab`. */
export function createProgram(output: Output): Command {
  return new Command('lab')
    .description('Runs the client against every faulty server of the lab and prints what became of it.')
    .option('--only <pattern>', 'run the rows whose fault or wire matches a regular expression')
    .option('--jobs <number>', 'how many hosts run side by side', '6')
    .option('--json', 'print JSON for programs', false)
    .addHelpText('after', `\nExamples:\n  $ pnpm lab --only 'session|http 2026'\n  $ pnpm lab --json\n\n${EXIT_CODES}`)
    .action((options: Options) => run(options, output))
}

async function run({ json, only = '', jobs }: Options, output: Output): Promise<void> {
  const trials = choose(only)
  if (typeof trials === 'string') {
    output.note(trials)
    return output.exitCode(2)
  }
  const onRows = (some: readonly Row[], done: number): void => output.note(progress(some, done, trials.length))
  const rows = await runAll(trials, { jobs: Math.max(1, Number(jobs) || 1), onRows })
  output.print(json ? asJson(rows) : table(rows))
  const failed = rows.filter((row) => !isAsExpected(row)).length
  output.note(`${rows.length - failed} rows are as expected, ${failed} are not.`)
  output.exitCode(failed === 0 ? 0 : 1)
}

/** The trials that match, or why there are none. */
function choose(only: string): readonly Trial[] | string {
  try {
    const pattern = new RegExp(only, 'i')
    const trials = catalog().filter(({ name, wire }) => pattern.test(name) || pattern.test(wire))
    return trials.length > 0 ? trials : `no fault matches ${only}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function progress(rows: readonly Row[], done: number, of: number): string {
  const wrong = rows.filter((row) => !isAsExpected(row)).map(({ fault, wire }) => `not as expected: ${fault} (${wire})`)
  return [`${done}/${of}`, ...wrong].join('  ')
}
