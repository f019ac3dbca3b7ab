import { expect, test } from 'vitest'

import { toolFilter } from '../../src/discovery/filter.js'

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
