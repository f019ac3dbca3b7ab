import { expect, it } from 'vitest'

import { nearest, suggestion } from '../src/nearest.js'

it('finds the name that was meant', () => {
  expect(nearest('mcp__files__list_dir', ['mcp__files__list_directory', 'mcp__files__read_file'])).toBe(
    'mcp__files__list_directory',
  )
  expect(nearest('FILES', ['files', 'docs'])).toBe('files')
  expect(nearest('fliles', ['files'])).toBe('files')
})

it('finds none when none is near', () => {
  expect(nearest('weather', ['files', 'docs'])).toBeUndefined()
  expect(nearest('x', [])).toBeUndefined()
})

it('lists what there is when none is near, twenty at most', () => {
  expect(suggestion('weather', ['files', 'docs'])).toBe(' There is: files, docs.')
  expect(
    suggestion(
      'weather',
      Array.from({ length: 22 }, (_, index) => `s${index}`),
    ),
  ).toMatch(/, s19 and 2 more\.$/)
  expect(suggestion('weather', [])).toBe('')
})
