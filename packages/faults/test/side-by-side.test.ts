import { expect, it } from 'vitest'

import { sideBySide } from '../src/side-by-side.js'

it('does as much at once as it may, and gives results in the order of the items', async () => {
  let running = 0
  let most = 0
  const doubled = await sideBySide([5, 1, 3, 2, 4], 2, async (item) => {
    running += 1
    most = Math.max(most, running)
    for (let turn = 0; turn < item; turn++) await Promise.resolve()
    running -= 1
    return item * 2
  })
  expect([doubled, most]).toEqual([[10, 2, 6, 4, 8], 2])
})

it('does nothing for nothing', async () => {
  expect(await sideBySide([], 3, () => Promise.resolve(1))).toEqual([])
})
