import { expect, it } from 'vitest'
import { toolFilter } from '../src/filter.js'

const names = ['click', 'double_click', 'get_config', 'set_config', 'zoom']

it.each([
  [{ deny: [] }, names],
  [{ allow: [], deny: [] }, []],
  [{ allow: ['click', 'zoom'], deny: [] }, ['click', 'zoom']],
  [{ allow: ['*_config'], deny: ['set_*'] }, ['get_config']],
  [{ allow: ['*click'], deny: [] }, ['click', 'double_click']],
  [{ allow: ['click'], deny: ['click'] }, []],
  [{ deny: ['{get,set}_config', 'zoo?'] }, ['click', 'double_click']],
  [{ allow: ['Click', 'clic'], deny: [] }, []],
])('%j leaves %j', (selection, left) => {
  expect(names.filter(toolFilter(selection))).toEqual(left)
})
