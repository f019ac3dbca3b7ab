import type nodeCrypto from 'node:crypto'

import { expect, test, vi } from 'vitest'

import { sha256 } from '../src/sha256.js'

const OF_HELLO = '3c48591d8d098a4538f5e013dfcf406e948eac4d3277b10bf614e295d6068179'

test('a text is hashed as UTF-8', () => {
  expect(sha256('héllo')).toBe(OF_HELLO)
})

test('a Node without the one-shot hash gives the same', async () => {
  vi.resetModules()
  vi.doMock('node:crypto', async (actual) => {
    const { default: crypto } = await actual<{ default: typeof nodeCrypto }>()
    return { default: { ...crypto, hash: undefined } }
  })
  const { sha256: older } = await import('../src/sha256.js')
  expect(older).not.toBe(sha256)
  expect(older('héllo')).toBe(OF_HELLO)
})
