import { readFileSync } from 'node:fs'
import { isRecord } from './wire.js'

/**
 * The page that a cursor leads to. Pages come in the file's order, each with the `nextCursor` written in it: a cursor
 * leads to the page after the first one that gave it out, and after the last page comes the first. So one page that
 * gives out its own cursor repeats for ever, two make a cycle, and an empty string is a cursor like any other.
 * `undefined` for a cursor that no page gave out.
 */
export function pageAt(cursor: unknown, pages: readonly unknown[]): unknown {
  if (cursor === undefined) return pages[0]
  const giver = pages.findIndex((page) => isRecord(page) && page['nextCursor'] === cursor)
  return giver === -1 ? undefined : pages[(giver + 1) % pages.length]
}

/** One page of an endless list: page n has tool n and leads to page n + 1. */
export function endlessPage(cursor: unknown): Record<string, unknown> {
  const n = typeof cursor === 'string' ? Number(cursor) : 0
  return { tools: [{ name: `tool-${n}`, inputSchema: { type: 'object' } }], nextCursor: String(n + 1) }
}

/** The pages in `file`. Throws when it holds no JSON array. */
export function readPages(file: string): unknown[] {
  const pages = readJson(file)
  if (!Array.isArray(pages)) throw new Error(`${file} holds no array of pages`)
  return pages
}

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
