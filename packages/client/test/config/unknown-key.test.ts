import { expect, test } from 'vitest'
import { z } from 'zod'

import { unknownKey } from '../../src/config/unknown-key.js'

const known = ['command', 'toolCallTimeoutMs', 'url']
const schema = z.strictObject({ command: z.string().optional() }, { error: unknownKey(known) })

function messageFor(input: unknown): string | undefined {
  return schema.safeParse(input).error?.issues[0]?.message
}

test.each([
  ['comand', 'unknown key "comand": did you mean "command"?'],
  ['Command', 'unknown key "Command": did you mean "command"?'],
  ['toolCallTimeout', 'unknown key "toolCallTimeout": did you mean "toolCallTimeoutMs"?'],
  ['uri', 'unknown key "uri": did you mean "url"?'],
])('%s is close to a key that exists', (key, message) => {
  expect(messageFor({ [key]: 1 })).toBe(message)
})

test('a key that resembles nothing gets the list of keys', () => {
  expect(messageFor({ frobnicate: 1 })).toBe('unknown key "frobnicate" (known: command, toolCallTimeoutMs, url)')
})

test('several unknown keys are all named', () => {
  expect(messageFor({ comand: 1, frobnicate: 1 })).toMatch(/^unknown key "comand": .*; unknown key "frobnicate" /)
})

test('a key of a million characters is shown by its beginning, and compared with nothing', () => {
  expect(messageFor({ ['k'.repeat(1_000_000)]: 1 })).toBe(
    `unknown key "${'k'.repeat(61)}…" (known: command, toolCallTimeoutMs, url)`,
  )
})

test('a key of control characters is shown on one line', () => {
  expect(messageFor({ 'a\n\u001Bb': 1 })).toMatch(/^unknown key "a b" /)
})

test('of a thousand unknown keys twenty are named and the others counted', () => {
  const keys = Array.from({ length: 1_000 }, (_, index) => `comand${index}`)
  const message = messageFor(Object.fromEntries(keys.map((key) => [key, 1])))
  expect(message?.match(/unknown key/g)).toHaveLength(20)
  expect(message).toMatch(/; and 980 more \(known: command, toolCallTimeoutMs, url\)$/)
})

test('other problems keep their own words', () => {
  expect(messageFor({ command: 1 })).toBe('Invalid input: expected string, received number')
})
