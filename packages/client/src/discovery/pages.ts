import type { Connection } from '../connection/connection.js'
import { clientError } from '../errors.js'
import { isJsonObject } from '../json.js'

const MOST_PAGES = 1_000
const MOST_ITEMS = 100_000

export interface ListOptions {
  readonly server: string
  readonly method: 'tools/list'
  /** The key of the array in each page. */
  readonly key: 'tools'
  readonly signal: AbortSignal
  readonly warn: (message: string) => void
}

/**
 * Every element of a paged list. A cursor that comes back a second time ends the walk, as do 1,000 pages and 100,000
 * elements: what was found until then is kept, with one warning. An empty string is a cursor; `null` ends the list.
 * Throws an `McpError` of code `protocol` when a page is no page at all.
 */
export async function listPages(connection: Connection, options: ListOptions): Promise<readonly unknown[]> {
  const items: unknown[] = []
  const seen = new Set<string>()
  for (let cursor: string | undefined, pages = 0; ; pages++) {
    const params = cursor === undefined ? {} : { cursor }
    const page = readPage(await connection.request({ method: options.method, params }, options), options)
    for (const item of page.items) if (items.length < MOST_ITEMS) items.push(item)
    cursor = page.nextCursor
    if (cursor === undefined) return items
    const stop = reasonToStop({ repeated: seen.has(cursor), pages: pages + 1, items: items.length })
    if (stop) {
      options.warn(`the tool list was cut short: ${stop}; the ${items.length} tools found so far are kept`)
      return items
    }
    seen.add(cursor)
  }
}

function reasonToStop(walk: { repeated: boolean; pages: number; items: number }): string | undefined {
  if (walk.repeated) return 'the server gave a cursor for the second time'
  if (walk.pages >= MOST_PAGES) return `it has more than ${MOST_PAGES} pages`
  return walk.items >= MOST_ITEMS ? `it has more than ${MOST_ITEMS} elements` : undefined
}

interface Page {
  readonly items: readonly unknown[]
  readonly nextCursor: string | undefined
}

function readPage(raw: unknown, { server, key }: ListOptions): Page {
  const page = isJsonObject(raw) ? raw : {}
  const items = page[key]
  if (!Array.isArray(items)) {
    throw clientError('protocol', { server, message: `a page of the tool list has no array "${key}"` })
  }
  const { nextCursor } = page
  return { items, nextCursor: typeof nextCursor === 'string' ? nextCursor : undefined }
}
