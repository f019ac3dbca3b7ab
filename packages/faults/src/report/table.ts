import type { Row } from '../trial.js'

const SENTENCE_CHARACTERS = 72
const GAP = '  '

/** The rows under a head, in columns as wide as their widest cell. A row that differs is marked, and says how below it. */
export function table(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  )
  const [head = '', ...body] = lines
  return [head, ...body.flatMap((line, index) => [line, ...remarks(rows[index])])].join('\n')
}

const HEAD = ['', 'Fault', 'Wire', 'State', 'What the user sees', 'Tools', 'Host', 'Left']

function cellsOf({ fault, wire, seen, differences }: Row): string[] {
  const mark = differences.length === 0 ? ' ' : 'x'
  const { state, toolCount, host, left } = seen
  return [mark, fault, wire, state, whatIsSeen(seen), String(toolCount), shortened(host, 40), String(left)]
}

/** The outcomes of what was done, and the sentence that a user or a model reads. */
function whatIsSeen({ outcomes, code, sentence }: Row['seen']): string {
  const words = [code, ...outcomes.filter((outcome) => outcome !== 'yes' && outcome !== 'quiet')].filter(Boolean)
  const text = sentence.replace(/\s+/g, ' ').trim()
  return shortened([words.join(' ') || (text ? '' : 'all well'), text].filter(Boolean).join(': '), SENTENCE_CHARACTERS)
}

function shortened(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`
}

function remarks(row: Row | undefined): string[] {
  return row?.differences.map((difference) => `     ${shortened(difference, 400)}`) ?? []
}
