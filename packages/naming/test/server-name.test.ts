import { expect, test } from 'vitest'
import { isServerName } from '../src/index.js'

test.each(['a', 'github', 'my-server_2', '_', '-', 'A'.repeat(32)])('%j names a server', (name) => {
  expect(isServerName(name)).toBe(true)
})

test.each(['', 'a b', 'a.b', 'ä', 'a\n', 'a\0', 'A'.repeat(33), '服务器'])('%j does not name a server', (name) => {
  expect(isServerName(name)).toBe(false)
})

test.each([5, null, undefined, ['github'], { toString: () => 'github' }])('%j is no text', (name) => {
  expect(isServerName(name)).toBe(false)
})
