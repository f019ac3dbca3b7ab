import { join } from 'node:path'

import { textOf } from '../files.js'
import { parseMarkdown } from '../markdown/markdown.js'
import type { Problem } from '../problem.js'
import { chineseOf, englishOf, type Repository } from '../repository.js'
import { type Part, partsOf } from './shape.js'

/** Every page has its translation, linked in the third line, with the same parts. */
export function checkPairs(repository: Repository): Problem[] {
  const originals = new Set(repository.pages.map((page) => englishOf(page)))
  return [...originals].flatMap((page) => checkPair(page, repository))
}

function checkPair(english: string, { root }: Repository): Problem[] {
  const chinese = chineseOf(english)
  const one = textOf(join(root, english))
  const other = textOf(join(root, chinese))
  if (one === undefined && other === undefined) return [{ at: english, message: `is missing, and so is ${chinese}` }]
  if (one === undefined) return [{ at: english, message: `is missing, and ${chinese} is its translation` }]
  const line = languageLine(english, one)
  if (other === undefined) return [...line, { at: chinese, message: `is missing: the translation of ${english}` }]
  return [...line, ...languageLine(chinese, other), ...compare({ english, chinese }, partsIn(one), partsIn(other))]
}

/** The line that leads to the other language, after the title. */
function languageLine(page: string, text: string): Problem[] {
  const name = englishOf(page).split('/').at(-1) ?? ''
  const expected = page === englishOf(page) ? `English | [中文](${chineseOf(name)})` : `[English](${name}) | 中文`
  const isThere = text.split(/\r?\n/)[2] === expected
  return isThere ? [] : [{ at: `${page}:3`, message: `must be: ${expected}` }]
}

function partsIn(text: string): Part[] {
  return partsOf(parseMarkdown(text))
}

interface Pair {
  readonly english: string
  readonly chinese: string
}

/** The first difference of each kind: what comes after it would only repeat it. Without any, the order of the kinds. */
function compare(pair: Pair, one: readonly Part[], other: readonly Part[]): Problem[] {
  const kinds = ['heading', 'table', 'list', 'code block'] as const
  const differences = kinds.flatMap((kind) => firstDifference(pair, ofKind(one, kind), ofKind(other, kind)))
  return differences.length > 0 ? differences : firstDifference(pair, one, other)
}

function ofKind(parts: readonly Part[], kind: Part['kind']): Part[] {
  return parts.filter((part) => part.kind === kind)
}

function firstDifference({ english, chinese }: Pair, one: readonly Part[], other: readonly Part[]): Problem[] {
  const index = Array.from({ length: Math.max(one.length, other.length) }, (_, at) => at).find(
    (at) => !same(one[at], other[at]),
  )
  if (index === undefined) return []
  const [left, right] = [one[index], other[index]]
  if (right === undefined) return [{ at: chinese, message: `lacks the ${named(left)} of ${placed(english, left)}` }]
  if (left === undefined) return [{ at: placed(chinese, right), message: `${english} has no such ${named(right)}` }]
  return [{ at: placed(chinese, right), message: difference(left, right, placed(english, left)) }]
}

function difference(left: Part, right: Part, at: string): string {
  if (left.form !== right.form) return `a ${named(right)}, but there is a ${named(left)} at ${at}`
  if (left.within !== right.within) return `the ${named(right)} is not in the item that has it at ${at}`
  return `the ${named(right)} is not byte for byte that of ${at}`
}

function same(one: Part | undefined, other: Part | undefined): boolean {
  const keys = ['kind', 'form', 'text', 'within'] as const
  return keys.every((key) => one?.[key] === other?.[key])
}

function named(part: Part | undefined): string {
  return part === undefined ? '' : `${part.kind} ${part.form}`
}

function placed(page: string, part: Part | undefined): string {
  return part === undefined ? page : `${page}:${part.line}`
}
