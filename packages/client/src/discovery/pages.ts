import { createHash } from 'node:crypto'

import type { Connection } from '../connection/connection.js'
import { clientError } from '../errors.js'
import { isJsonObject } from '../json.js'
import { sha256 } from '../sha256.js'

const MOST_PAGES = 1_000
/** In characters; it is sent back as it is. */
const LONGEST_CURSOR = 65_536

export interface ListOptions {
  readonly server: string
  readonly method: 'tools/list'
  /** The key of the array in each page. */
  readonly key: 'tools'
  readonly signal: AbortSignal
  readonly warn: (message: string) => void
}

/**
 * The elements of a paged list, page by page. A cursor that comes back a second time ends the walk, as do 1,000 pages, with
 * one warning; whoever has enough stops asking. An empty string is a cursor; `null` ends the list. Throws an `McpError` of
 * code `invalid-list` when a page is no page at all.
 */
export async function* listPages(
  connection: Pick<Connection, 'request'>,
  options: ListOptions,
): AsyncGenerator<readonly unknown[]> {
  const seen = new Map<string, string>()
  let params: { readonly cursor?: string } = {}
  for (let pages = 1; ; pages++) {
    const page = readPage(await connection.request({ method: options.method, params }, options), options)
    const cursor = page.nextCursor
    if (cursor === undefined) {
      yield page.items
      return
    }
    // A server that does not look at the cursor gives a page again, and each of its tools would be listed twice.
    const names = digestOf(page)
    const key = sha256(cursor)
    if (seen.get(key) !== names) yield page.items
    const stop = seen.has(key) ? 'the server gave a cursor for the second time' : tooMany(pages, cursor)
    if (stop) return options.warn(`the tool list was cut short: ${stop}; what was found so far is kept`)
    seen.set(key, names)
    params = { cursor }
  }
}

/** Of the names on a page: only their digest is kept, because a server chooses how long they are. */
function digestOf({ items }: Page): string {
  const hash = createHash('sha256')
  for (const item of items)
    hash.update(isJsonObject(item) && typeof item['name'] === 'string' ? item['name'] : '').update('\0')
  return hash.digest('hex')
}

function tooMany(pages: number, cursor: string): string | undefined {
  if (cursor.length > LONGEST_CURSOR) return `a cursor has ${cursor.length} characters`
  return pages >= MOST_PAGES ? `it has more than ${MOST_PAGES} pages` : undefined
}

interface Page {
  readonly items: readonly unknown[]
  readonly nextCursor: string | undefined
}

function readPage(raw: unknown, { server, key }: ListOptions): Page {
  const page = isJsonObject(raw) ? raw : {}
  const items = page[key]
  if (!Array.isArray(items)) {
    throw clientError('invalid-list', { server, message: `the tool list is invalid: a page has no array "${key}"` })
  }
  const { nextCursor } = page
  return { items, nextCursor: typeof nextCursor === 'string' ? nextCursor : undefined }
}
