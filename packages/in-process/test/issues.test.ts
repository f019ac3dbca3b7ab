import { expect, test } from 'vitest'
import { z } from 'zod'

import { describeIssues, describeThrown } from '../src/issues.js'

const issuesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? []

test('each wrong place has its path', () => {
  const schema = z.object({ a: z.object({ b: z.array(z.number()) }), c: z.string() })
  expect(describeIssues(issuesOf(schema, { a: { b: [1, 'x'] }, c: 1 }))).toBe(
    'a.b.1: Invalid input: expected number, received string; c: Invalid input: expected string, received number',
  )
})

test('of a union the branch is described that has the right type', () => {
  const schema = z.union([
    z.object({ type: z.literal('a'), n: z.number() }),
    z.object({ type: z.literal('b'), s: z.string() }),
  ])
  expect(describeIssues(issuesOf(schema, { type: 'b', s: 1 }))).toBe(
    's: Invalid input: expected string, received number',
  )
  expect(describeIssues(issuesOf(schema, { type: 'c' }))).toBe('Invalid input')
})

test('many are counted, and long ones cut', () => {
  const many = issuesOf(
    z.array(z.string()),
    Array.from({ length: 25 }, () => 1),
  )
  expect(describeIssues(many)).toMatch(/9: Invalid input: expected string, received number; and 15 more$/)
  expect(describeIssues([{ message: 'x'.repeat(10_000) }])).toHaveLength(4_000)
})

test('a getter that throws is survived', () => {
  const hostile = Object.defineProperty(new Error('x'), 'message', {
    get: () => {
      throw new Error('no')
    },
  })
  expect(describeThrown(hostile)).toBe('it failed with a value that cannot be shown')
})
