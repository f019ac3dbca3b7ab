import type { Problem } from '../problem.js'

/** The part of a page that a generator writes. */
export interface Region {
  /** What the page says is in it: `<!-- cordis-catalog:begin mcpResources mcp/change -->`. */
  readonly claims: readonly string[]
  /** The page with another text there. */
  with(text: string): string
}

type Found =
  | { readonly ok: true; readonly region: Region }
  | { readonly ok: false; readonly problems: readonly Problem[] }

const BEGIN = /^<!-- cordis-catalog:begin(?<claims>(?: +\S+)*?) *-->$/gm
const END = /^<!-- cordis-catalog:end -->$/gm

/** Finds the one region of a page. */
export function findRegion(page: string, text: string): Found {
  const begins = [...text.matchAll(BEGIN)]
  const ends = [...text.matchAll(END)]
  const [begin] = begins
  const [end] = ends
  if (begins.length === 1 && ends.length === 1 && begin !== undefined && end !== undefined && begin.index < end.index) {
    const head = text.slice(0, begin.index + begin[0].length)
    const claims = (begin.groups?.['claims'] ?? '').split(' ').filter((claim) => claim !== '')
    return { ok: true, region: { claims, with: (inner) => `${head}\n\n${inner.trim()}\n\n${text.slice(end.index)}` } }
  }
  const problems = [...wrong(page, 'begin', begins.length), ...wrong(page, 'end', ends.length)]
  if (problems.length > 0) return { ok: false, problems }
  return {
    ok: false,
    problems: [{ at: page, message: 'the marker cordis-catalog:end stands before cordis-catalog:begin' }],
  }
}

/** Whether a page has a marker of any kind, complete or not. */
export function hasMarker(text: string): boolean {
  return text.search(BEGIN) >= 0 || text.search(END) >= 0
}

function wrong(at: string, which: 'begin' | 'end', count: number): Problem[] {
  if (count === 1) return []
  const marker = `<!-- cordis-catalog:${which}${which === 'begin' ? ' …' : ''} -->`
  return [{ at, message: `the marker ${marker} ${count === 0 ? 'is missing' : `stands ${count} times`}` }]
}
