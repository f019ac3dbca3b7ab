import { Command } from 'commander'

import { run, type Face, type Plan } from './campaign.js'
import { Progress, type Screen } from './report/progress.js'
import { asJson, asText } from './report/text.js'

/** Where the program writes. */
export interface Output {
  print(text: string): void
  /** What went wrong with the command itself. */
  note(text: string): void
  exitCode(code: number): void
}

interface Options {
  readonly runs: string
  readonly seed?: string
  readonly path?: string
  readonly only?: string
  readonly json: boolean
}

const HELP = `
A result is judged by an oracle that knows the rules and not the adapter. The first one that is read wrongly is made as
small as it gets. A hundredth of the results goes through the published services of a harness as well.

Examples:
  $ pnpm fuzz
  $ pnpm fuzz --runs 20000 --seed 1
  $ pnpm fuzz --seed 1 --path 12:0:3 --only plain     what a failure prints

Exit codes:
  0  every result was read as it has to be
  1  one was not
  2  the command was not understood`

const FACES: readonly Face[] = ['plain', 'registry']

/** `pnpm fuzz`. */
export function createProgram(output: Output, progress: Screen = process.stderr): Command {
  return new Command('fuzz')
    .description('Reads any JSON as the result of a tool, and judges what the result adapter makes of it.')
    .option('--runs <number>', 'how many results are read', '1000000')
    .option('--seed <number>', 'where the results begin (default: another one each time)')
    .option('--path <path>', 'goes straight to one result of the seed')
    .option('--only <face>', 'plain or registry')
    .option('--json', 'print JSON for programs', false)
    .addHelpText('after', HELP)
    .action((options: Options) => fuzz(options, output, progress))
}

async function fuzz(options: Options, output: Output, screen: Screen): Promise<void> {
  const plan = planOf(options)
  if (typeof plan === 'string') {
    output.note(plan)
    return output.exitCode(2)
  }
  const progress = new Progress(screen, plan.runs)
  const campaign = await run(plan, (done) => progress.show(done))
  progress.end()
  output.print(options.json ? asJson(campaign) : asText(campaign))
  output.exitCode(campaign.failure === undefined ? 0 : 1)
}

/** What to do, or what is wrong with the options. */
function planOf({ runs, seed, path, only }: Options): Plan | string {
  const [count, start] = [Number(runs), seed === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(seed)]
  if (!Number.isSafeInteger(count) || count < 1) return `--runs is a whole number from 1, and not ${runs}`
  if (!Number.isSafeInteger(start)) return `--seed is a whole number, and not ${seed}`
  if (path !== undefined && !/^\d+(:\d+)*$/.test(path)) return `--path is numbers and colons, and not ${path}`
  const faces = FACES.filter((face) => only === undefined || face === only)
  if (faces.length === 0) return `--only is plain or registry, and not ${only}`
  return { seed: start | 0, runs: path === undefined ? count : 1, faces, path }
}
