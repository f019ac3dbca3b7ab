import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually, linesOf } from '../src/index.js'
import { freshFolder } from '../src/vitest.js'

it('resolves with the first thing it sees', async () => {
  const looks = [undefined, false, 0, 1] as const
  let i = 0
  expect(await eventually('a number', () => looks[i++])).toBe(0)
})

it('says what never came', async () => {
  await expect(eventually('the moon', () => false, 50)).rejects.toThrow('the moon: not within 50 ms')
})

it('reads whole lines only, and none of a file that is not there', () => {
  const file = join(freshFolder(), 'log')
  expect(linesOf(file)).toEqual([])
  appendFileSync(file, 'one\n')
  expect(linesOf(file)).toEqual(['one'])
  appendFileSync(file, 'tw')
  expect(linesOf(file)).toEqual(['one'])
})
