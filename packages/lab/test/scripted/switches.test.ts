import { expect, it } from 'vitest'
import { readSwitches } from '../../src/scripted/switches.js'

it('describes a well-behaved legacy server by default', () => {
  expect(readSwitches([])).toMatchObject({
    modern: false,
    unknown: 'reply',
    call: 'answer',
    protocolVersion: '2025-11-25',
    storm: 0,
  })
})

it('refuses a switch it does not know and a number that is none', () => {
  expect(() => readSwitches(['--hang-cal'])).toThrow("Unknown option '--hang-cal'")
  expect(() => readSwitches(['--storm', 'many'])).toThrow('"many" is not a whole number')
})
