import { expect, test } from 'vitest'
import { validatorOf } from '../../src/schema/cache.js'

test('equal schemas share one compiled validator, whatever objects hold them', () => {
  const first = validatorOf({ type: 'string', title: 'shared' })
  expect(validatorOf({ type: 'string', title: 'shared' })).toBe(first)
  expect(validatorOf({ type: 'string', title: 'another' })).not.toBe(first)
})

test('a schema that changed is another schema', () => {
  const schema = { type: 'string' }
  const before = validatorOf(schema)
  schema.type = 'number'
  expect(validatorOf(schema)).not.toBe(before)
  expect(validatorOf(schema)(1)).toEqual({ kind: 'valid' })
})

test('the cache is bounded: the least recently used schema is compiled again', () => {
  const [kept, lost] = [{ title: 'kept' }, { title: 'lost' }]
  const [keptValidator, lostValidator] = [validatorOf(kept), validatorOf(lost)]
  for (let n = 0; n < 499; n += 1) {
    validatorOf({ $schema: `urn:${n}` })
    validatorOf(kept)
  }
  expect(validatorOf(kept)).toBe(keptValidator)
  expect(validatorOf(lost)).not.toBe(lostValidator)
})

test('large schemas push others out by their size', () => {
  const small = { title: 'small' }
  const validator = validatorOf(small)
  for (let n = 0; n < 17; n += 1) validatorOf({ $schema: `urn:${n}`, description: 'x'.repeat(260_000) })
  expect(validatorOf(small)).not.toBe(validator)
})
