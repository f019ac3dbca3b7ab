import { describe, expect, it } from 'vitest'

import { parseAnswer } from '../../src/permission/ask.js'

const NONSENSE = { kind: 'deny', reason: 'the permission step gave an answer that is neither allow nor deny' }

describe('an answer', () => {
  it.each([
    [{ kind: 'allow' }, { kind: 'allow' }],
    [
      { kind: 'allow', remember: true },
      { kind: 'allow', remember: true },
    ],
    [{ kind: 'allow', remember: 'yes' }, { kind: 'allow' }],
    [{ kind: 'deny' }, { kind: 'deny' }],
    [
      { kind: 'deny', reason: 'no' },
      { kind: 'deny', reason: 'no' },
    ],
    [{ kind: 'deny', reason: 7 }, { kind: 'deny' }],
    [{ kind: 'deny', reason: ' \n' }, { kind: 'deny' }],
    [{ kind: 'Allow' }, NONSENSE],
    [{ allow: true }, NONSENSE],
    [true, NONSENSE],
    ['allow', NONSENSE],
    [undefined, NONSENSE],
    [null, NONSENSE],
  ])('of %j is read as %j', (answer, read) => {
    expect(parseAnswer(answer)).toEqual(read)
  })

  it('has a bounded reason', () => {
    const answer = parseAnswer({ kind: 'deny', reason: 'x'.repeat(1_000_000) })
    expect(JSON.stringify(answer).length).toBeLessThan(5_000)
  })
})
