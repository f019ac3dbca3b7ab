import { expect, test } from 'vitest'

import { idlePatterns, toolFilter } from '../../src/discovery/filter.js'

const names = [
  'read',
  'read_file',
  'read.file',
  'fs/read',
  'fs/read/all',
  '.hidden',
  'write',
  'a\nb',
  'read/',
  '[x]',
  'délete',
]

function offered(settings: { allow?: string[]; deny?: string[] }): string[] {
  return names.filter(toolFilter({ deny: [], ...settings }))
}

test.each<[string, Parameters<typeof offered>[0], string[]]>([
  ['no list offers everything', {}, names],
  ['an empty list of allowed names offers nothing', { allow: [] }, []],
  ['a name is that name alone', { allow: ['read'] }, ['read']],
  ['a glob', { allow: ['read*'] }, ['read', 'read_file', 'read.file', 'read/']],
  ['a star takes slashes, dots and line breaks', { allow: ['*'] }, names],
  ['denying everything leaves nothing, whatever is in a name', { deny: ['*'] }, []],
  ['a glob that begins with a star', { allow: ['*b'] }, ['a\nb']],
  ['denied wins over allowed', { allow: ['read*'], deny: ['read_*'] }, ['read', 'read.file', 'read/']],
  ['a question mark is one character', { allow: ['re?d'] }, ['read']],
  ['braces', { allow: ['{read,write}'] }, ['read', 'write']],
  ['a name with marks of a glob is itself', { allow: ['[x]'] }, ['[x]']],
  ['a folder', { allow: ['fs/*'] }, ['fs/read', 'fs/read/all']],
  ['a name of another case is another name', { allow: ['READ'] }, []],
  ['letters beyond ASCII', { deny: ['d?lete'] }, names.slice(0, -1)],
])('%s', (_, settings, expected) => {
  expect(offered(settings)).toEqual(expected)
})

test.each<[string, Parameters<typeof offered>[0], string | undefined]>([
  ['every pattern that matches a tool', { allow: ['read', 'fs/*'], deny: ['write'] }, undefined],
  ['no pattern at all', {}, undefined],
  ['what is allowed and denied', { allow: ['read'], deny: ['re*'] }, undefined],
  [
    'patterns that match none',
    { allow: ['reed', 'read', 'mcp__s__read'], deny: ['drop*'] },
    'no tool has a raw name that matches "reed" of tools.allow, "mcp__s__read" of tools.allow, "drop*" of tools.deny',
  ],
])('%s is told of as is due', (_, settings, told) => {
  expect(idlePatterns({ deny: [], ...settings }, names)).toBe(told)
})

test('many and long patterns are told of in a bounded line', () => {
  const deny = Array.from({ length: 50 }, (_, n) => `${n}${'x'.repeat(400)}`)
  const told = idlePatterns({ deny }, names) ?? ''
  expect([told.length < 4_000, told.endsWith(', and 30 more like these')]).toEqual([true, true])
})
