import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { format } from 'oxfmt'

/** Reads Markdown as GitHub shows it. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
}

export function lineOf(node: Nodes): number {
  return node.position?.start.line ?? 1
}

/** The style of the repository, which formats Markdown too. */
const STYLE = { printWidth: 120, semi: false, singleQuote: true, trailingComma: 'all' } as const

/** The text as `pnpm format` would leave it. The name says by its end what it is. */
export async function formatted(name: string, text: string): Promise<string> {
  const { code, errors } = await format(name, text, STYLE)
  const [error] = errors
  if (error !== undefined) throw new Error(`${name} cannot be formatted: ${error.message}`)
  return code
}

export function fence(language: string, text: string): string {
  const runs = text.match(/`+/g) ?? []
  const marks = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)))
  return `${marks}${language}\n${text}\n${marks}`
}

/** What stands in a cell of a table: one line, and no border of its own. */
export function cell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`)
}
