import type { Finding, Language } from '../finding.js'
import { judge, type Verdict } from '../goals.js'
import { notesOf, wording } from './wording.js'
import { spread } from './numbers.js'
import { goalText } from './table.js'

/** For each missed goal what was reached, and where the time went. */
export function missed(findings: readonly Finding[], language: Language): readonly string[] {
  return findings.flatMap((finding) =>
    judge(finding)
      .filter(({ met }) => met !== true)
      .map((verdict) => line(finding, verdict, language)),
  )
}

function line(finding: Finding, { goal, reached }: Verdict, language: Language): string {
  const { miss, noFigure, hot } = wording[language]
  const came = reached === undefined ? noFigure(goalText(goal)) : miss(goalText(goal), spread(reached))
  const sentences = [came, notesOf(finding, language), finding.hot.length > 0 && hot(finding.hot.join(', '))]
  return `${finding.title}${wording[language].colon}${sentences.filter(Boolean).join(wording[language].space)}`
}
