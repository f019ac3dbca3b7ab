import type { Verdict } from './judge.js'

export interface Paint {
  green(text: string): string
  red(text: string): string
  bold(text: string): string
}

/** The verdicts as a table, and under it what is wrong. */
export function textReport(verdicts: readonly Verdict[], paint: Paint): string {
  const rows = [HEAD, ...verdicts.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const [head = '', ...lines] = rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
  )
  const marked = verdicts.map(({ ok }, index) => `${lines[index]}  ${ok ? paint.green('passed') : paint.red('failed')}`)
  const faults = verdicts.filter(({ ok }) => !ok).map((verdict) => faultText(verdict, paint))
  return [`${paint.bold(`${head}  result`)}\n${marked.join('\n')}`, ...faults, summary(verdicts)].join('\n\n')
}

/** The verdicts for programs. */
export function jsonReport(verdicts: readonly Verdict[]): string {
  return JSON.stringify({ ok: verdicts.every(({ ok }) => ok), scenarios: verdicts }, undefined, 2)
}

const HEAD = ['scenario', 'wire', 'checks']

function cells({ scenario, wire, passed, demanded }: Verdict): string[] {
  return [scenario, wire, `${passed}/${demanded}`]
}

function faultText({ scenario, wire, problems }: Verdict, paint: Paint): string {
  return [paint.bold(`${scenario} on ${wire}`), ...problems.map((problem) => `  ${problem}`)].join('\n')
}

function summary(verdicts: readonly Verdict[]): string {
  return `${verdicts.filter(({ ok }) => ok).length} of ${verdicts.length} passed.`
}
