import { describe, expect, it } from 'vitest'
import { pageAt } from '../../src/scripted/pages.js'

describe('pageAt', () => {
  // Each walk follows `nextCursor` for up to five pages, as a client would.
  it.each([
    ['two pages', [{ nextCursor: 'b' }, {}], [0, 1]],
    ['an empty string as a cursor', [{ nextCursor: '' }, {}], [0, 1]],
    ['the same cursor for ever', [{ nextCursor: 'a' }], [0, 0, 0, 0, 0]],
    ['a cycle of two', [{ nextCursor: 'b' }, { nextCursor: 'a' }], [0, 1, 0, 1, 0]],
    ['the second page for ever', [{ nextCursor: 'b' }, { nextCursor: 'b' }], [0, 1, 1, 1, 1]],
    ['null', [{ nextCursor: null }], [0]],
  ] as const)('walks %s', (_, pages, walk) => {
    const seen: number[] = []
    let cursor: string | null | undefined
    do {
      const page: { nextCursor?: string | null } | undefined = pages.find((each) => each === pageAt(cursor, pages))
      seen.push(pages.findIndex((each) => each === page))
      cursor = page?.nextCursor
    } while (typeof cursor === 'string' && seen.length < 5)
    expect(seen).toEqual(walk)
  })

  it('has no page for a cursor that no page gave out', () => {
    expect(pageAt('x', [{ nextCursor: 'b' }])).toBeUndefined()
  })
})
