import type { Verdict } from './judge.js'
import type { Coverage } from './requirements.js'

export interface Paint {
  green(text: string): string
  red(text: string): string
  bold(text: string): string
}

/** The verdicts as a table, under it what is wrong, and how much of what each revision requires was shown. */
export function textReport(verdicts: readonly Verdict[], coverage: readonly Coverage[], paint: Paint): string {
  const rows = [HEAD, ...verdicts.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const [head = '', ...lines] = rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
  )
  const marked = verdicts.map(({ ok }, index) => `${lines[index]}  ${ok ? paint.green('passed') : paint.red('failed')}`)
  const faults = verdicts.filter(({ ok }) => !ok).map((verdict) => faultText(verdict, paint))
  return [`${paint.bold(`${head}  result`)}\n${marked.join('\n')}`, ...faults, summary(verdicts, coverage)].join('\n\n')
}

/** The same for programs. */
export function jsonReport(verdicts: readonly Verdict[], coverage: readonly Coverage[]): string {
  const ok = verdicts.every((verdict) => verdict.ok)
  return JSON.stringify({ ok, scenarios: verdicts, requirements: coverage }, undefined, 2)
}

const HEAD = ['scenario', 'wire', 'checks']

function cells({ scenario, wire, passed, demanded }: Verdict): string[] {
  return [scenario, wire, `${passed}/${demanded}`]
}

function faultText({ scenario, wire, problems }: Verdict, paint: Paint): string {
  return [paint.bold(`${scenario} on ${wire}`), ...problems.map((problem) => `  ${problem}`)].join('\n')
}

function summary(verdicts: readonly Verdict[], coverage: readonly Coverage[]): string {
  const count = `${verdicts.filter(({ ok }) => ok).length} of ${verdicts.length} passed.`
  return [count, ...coverage.map(coverageText)].join('\n')
}

function coverageText({ revision, passed, required, notPlayed }: Coverage): string {
  const rest = notPlayed.length === 0 ? '' : `, ${notPlayed.length} not played`
  return `${revision}: ${passed} of ${required} required scenarios${rest}.`
}
