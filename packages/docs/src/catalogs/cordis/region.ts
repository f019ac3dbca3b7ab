import { posix } from 'node:path'

import { fence } from '../../markdown/markdown.js'
import { chineseOf, isChinese } from '../../repository.js'
import type { Entry } from './entry.js'

export const PRIMER = 'docs/cordis-primer.md'
export const INHERITED = 'docs/cordis-api/inherited.md'

const NOTICE = '<!-- Written by `pnpm run gen-cordis-catalog` from the sources. Edit those. -->'

/** The text of the region of a page: the same in both languages, but for where its links lead. */
export function regionText(page: string, entries: readonly Entry[]): string {
  return [NOTICE, ...entries.map((entry) => entryText(page, entry))].join('\n\n')
}

function entryText(page: string, entry: Entry): string {
  return [
    `### \`${entry.heading}\``,
    entry.description,
    facts(page, entry),
    fence('ts cordis-catalog', entry.signatures),
  ].join('\n\n')
}

function facts(page: string, { mode, source }: Entry): string {
  const from = `Source: [\`${source}\`](${link(page, source)}).`
  if (mode === undefined) return `${from} [What every context inherits](${link(page, INHERITED)}).`
  return `Dispatch: [\`${mode}\`](${link(page, PRIMER)}#${mode}). ${from}`
}

/** To the page of the same language; sources have none. */
function link(page: string, target: string): string {
  const same = isChinese(page) && target.endsWith('.md') ? chineseOf(target) : target
  return posix.relative(posix.dirname(page), same)
}

export function withNotice(text: string): string {
  return `${NOTICE}\n\n${text}`
}
