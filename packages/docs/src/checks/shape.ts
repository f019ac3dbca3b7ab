import type { Nodes, Root } from 'mdast'

import { lineOf } from '../markdown/markdown.js'

/** A part of a page that its translation has as well. */
export interface Part {
  readonly kind: 'heading' | 'table' | 'list' | 'code block'
  /** What a translation leaves as it is, in words: `of level 2`. */
  readonly form: string
  /** Of code blocks: what must be the same byte for byte. */
  readonly text: string
  /** The items of lists that it is in, from the outermost: `2.1.`. '' when it is in none. */
  readonly within: string
  readonly line: number
}

/** The headings, tables, lists and code blocks of a page, in order; those inside lists and quotes too. */
export function partsOf(page: Root): Part[] {
  const parts: Part[] = []
  const look = (node: Nodes, within: string): void => {
    const part = partOf(node)
    if (part !== undefined) parts.push({ ...part, within, line: lineOf(node) })
    if (!('children' in node)) return
    for (const [index, child] of node.children.entries())
      look(child, node.type === 'list' ? `${within}${index + 1}.` : within)
  }
  look(page, '')
  return parts
}

function partOf(node: Nodes): Omit<Part, 'within' | 'line'> | undefined {
  switch (node.type) {
    case 'heading':
      return { kind: 'heading', form: `of level ${node.depth}`, text: '' }
    case 'table':
      return {
        kind: 'table',
        form: `of ${node.children.length} rows and ${node.children[0]?.children.length ?? 0} columns`,
        text: '',
      }
    case 'list':
      return {
        kind: 'list',
        form: `of ${node.children.length} ${node.ordered === true ? 'numbered ' : ''}items`,
        text: '',
      }
    case 'code':
      return {
        kind: 'code block',
        form: `in ${[node.lang, node.meta].filter(Boolean).join(' ') || 'no language'}`,
        text: node.value,
      }
    default:
      return undefined
  }
}
