import { McpError, type JsonObject, type JsonValue, type ToolExecution } from '@harness-mcp/result-adapter'
import { ask } from './ask.js'
import type { ResourceSource } from './directory.js'
import { isJsonObject } from './json.js'
import type { McpResourceRequest } from './provider.js'

export type ListMethod = 'resources/list' | 'resources/templates/list'

const LIST_KEY = { 'resources/list': 'resources', 'resources/templates/list': 'resourceTemplates' } as const

/** A walk that reaches one of these ends there. The page that crosses a limit stays whole: no cursor points into a page. */
const LIST_LIMITS = { pages: 1_000, items: 100_000, bytes: 64 * 1024 * 1024 } as const

/**
 * Every page of one list as one result of the protocol's own shape: the first page, with the items of all. A list cut at
 * a limit keeps the `nextCursor` at which it goes on; whenever something may be missing, `_meta` says why.
 *
 * All pages are asked for with the same `exec`, by which the provider keeps the walk on one connection.
 */
export async function collectPages(
  source: ResourceSource,
  method: ListMethod,
  exec: ToolExecution,
): Promise<JsonValue> {
  const walk: Walk = { pages: [], items: 0, bytes: 0, seen: new Set() }
  let request: McpResourceRequest = { method }
  for (;;) {
    const page = parsePage(await ask(source, request, exec), { source, method })
    const step = advance(walk, page)
    if (step.kind !== 'page') return joined(walk.pages, LIST_KEY[method], step)
    request = { method, cursor: step.cursor }
  }
}

interface Page {
  readonly result: JsonObject
  readonly items: readonly JsonValue[]
  readonly next: JsonValue | undefined
}

interface Walk {
  readonly pages: Page[]
  readonly seen: Set<string>
  items: number
  bytes: number
}

type Step = { kind: 'page'; cursor: string } | End
type End = { kind: 'complete' } | { kind: 'cut'; reason: string; resumeAt?: string }

function parsePage(result: JsonValue, asked: { source: ResourceSource; method: ListMethod }): Page {
  const { source, method } = asked
  const items = isJsonObject(result) ? result[LIST_KEY[method]] : undefined
  if (!isJsonObject(result) || !Array.isArray(items)) {
    throw new McpError(`${source.server}: the answer to ${method} has no list named "${LIST_KEY[method]}"`, {
      code: 'protocol',
      server: source.server,
    })
  }
  return { result, items, next: result['nextCursor'] }
}

function advance(walk: Walk, page: Page): Step {
  walk.pages.push(page)
  if (page.next === undefined || page.next === null) return { kind: 'complete' }
  if (typeof page.next !== 'string') return { kind: 'cut', reason: 'the server sent a nextCursor that is not a string' }
  if (walk.seen.has(page.next)) return { kind: 'cut', reason: 'the server repeated a cursor' }
  walk.seen.add(page.next)
  walk.items += page.items.length
  walk.bytes += Buffer.byteLength(JSON.stringify(page.result))
  const limit = reachedLimit(walk)
  if (limit === undefined) return { kind: 'page', cursor: page.next }
  return { kind: 'cut', reason: `the list was cut after ${limit}; nextCursor continues it`, resumeAt: page.next }
}

function reachedLimit(walk: Walk): string | undefined {
  if (walk.pages.length >= LIST_LIMITS.pages) return `${walk.pages.length} pages`
  if (walk.items >= LIST_LIMITS.items) return `${walk.items} items`
  return walk.bytes >= LIST_LIMITS.bytes ? `${walk.bytes} bytes` : undefined
}

/** The reason travels in `_meta` because that is where the protocol leaves room; the model reads it with the rest. */
const INCOMPLETE = 'harness-mcp/incomplete'

function joined(pages: readonly Page[], key: string, end: End): JsonObject {
  const first = Object.entries(pages[0]?.result ?? {}).filter(([name]) => name !== 'nextCursor')
  const list: JsonObject = { ...Object.fromEntries(first), [key]: pages.flatMap((page) => page.items) }
  if (end.kind === 'complete') return list
  const meta = isJsonObject(list['_meta']) ? list['_meta'] : {}
  return {
    ...list,
    ...(end.resumeAt === undefined ? {} : { nextCursor: end.resumeAt }),
    _meta: { ...meta, [INCOMPLETE]: end.reason },
  }
}
