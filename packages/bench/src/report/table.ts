import type { ContenderName, Finding, Goal } from '../finding.js'
import { judge, ratio, type Verdict } from '../goals.js'
import { cell, plain, spread } from './numbers.js'

const COLUMNS: readonly { readonly name: ContenderName; readonly title: string }[] = [
  { name: 'ours', title: 'ours' },
  { name: 'sdk', title: 'SDK' },
  { name: 'ai-sdk', title: 'AI SDK' },
  { name: 'langchain', title: 'LangChain' },
  { name: 'bare', title: 'bare loop' },
]

const TITLES: Readonly<Record<ContenderName, string>> = {
  ours: 'ours',
  sdk: 'SDK',
  'ai-sdk': 'AI SDK',
  langchain: 'LangChain',
  bare: 'bare',
  parse: 'decode and parse',
}

/** One Markdown table with a row for each finding. */
export function table(findings: readonly Finding[]): string {
  const head = ['measurement', ...COLUMNS.map(({ title }) => title), 'ours ÷ SDK', 'goal', 'met?']
  const rows = [head, head.map(() => '---'), ...findings.map(row)]
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function goalText({ against, most }: Goal): string {
  return against === 'nothing' ? `≤ ${plain(most)}` : `≤ ${most} × ${TITLES[against]}`
}

function row(finding: Finding): readonly string[] {
  const { title, series, unit } = finding
  const verdicts = judge(finding)
  const toSdk = ratio(series, 'sdk')
  return [
    title,
    ...COLUMNS.map(({ name }) => cell(series[name], unit)),
    toSdk ? spread(toSdk) : '–',
    verdicts.map(({ goal }) => goalText(goal)).join('<br>') || '–',
    verdicts.map(metText).join('<br>') || '–',
  ]
}

function metText(verdict: Verdict): string {
  const { goal, met, reached } = verdict
  if (reached === undefined || met === undefined) return 'not measured'
  const value = goal.against === 'nothing' ? '' : ` (${plain(reached.median)})`
  return `${met ? 'yes' : '**no**'}${value}`
}
