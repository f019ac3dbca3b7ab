import { afterEach, describe, expect, test } from 'vitest'

import { contenders } from '../../src/contenders/all.js'
import { longestText, type Session } from '../../src/contenders/contender.js'
import { openOurWire } from '../../src/contenders/our-wire.js'
import { MEGABYTE } from '../../src/servers/offer.js'
import { payloadInMemory, payloadOverStdio, type Target } from '../../src/servers/targets.js'

const open: Pick<Session, 'close'>[] = []
afterEach(() => Promise.all(open.splice(0).map((session) => session.close())))

const targets: readonly { readonly over: string; readonly target: Target }[] = [
  { over: 'stdio, legacy', target: payloadOverStdio({ tools: 10 }) },
  { over: 'stdio, modern', target: payloadOverStdio({ tools: 10, modern: true }) },
  { over: 'memory', target: payloadInMemory({ tools: 10 }) },
]

describe.each(targets)('over $over', ({ target }) => {
  const able = contenders.filter(({ eras }) => eras.includes(target.era))

  test.each(able)('$name lists every tool and hands out whole results', async (contender) => {
    const session = await contender.open(target)
    open.push(session)
    const { signal } = new AbortController()
    const text = longestText(await session.call('text-1mb', signal))
    const image = longestText(await session.call('image-5mb', signal))
    expect(session.tools).toBe(10)
    expect(await session.list()).toBe(10)
    expect(text.length).toBeGreaterThan(0.95 * MEGABYTE)
    expect(image.length).toBeGreaterThanOrEqual(5 * MEGABYTE)
    expect(longestText(await session.call('tiny', signal))).toBe('The work is finished.')
  })

  test.each(able)('$name has its tools after the server was asked for them', async (contender) => {
    const session = await contender.open(target)
    open.push(session)
    const listedAt = longestText(await session.call('clock', new AbortController().signal))
    expect(BigInt(/\d+/.exec(listedAt)?.[0] ?? '')).toBeLessThan(session.readyAt)
  })
})

test('below discovery our client lists every tool too', async () => {
  const wire = await openOurWire(payloadOverStdio({ tools: 10 }))
  open.push(wire)
  expect(await wire.list()).toBe(10)
})
