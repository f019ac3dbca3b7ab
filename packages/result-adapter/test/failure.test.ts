import { expect, test } from 'vitest'
import { failureOutcome, McpError } from '../src/index.js'

test('a failure is its code and its message', () => {
  const error = new McpError('github: the call took longer than 60000 ms', { code: 'timeout', server: 'github' })
  expect(failureOutcome(error)).toEqual({
    isError: true,
    code: 'timeout',
    content: [{ type: 'text', text: 'github: the call took longer than 60000 ms' }],
  })
})

test('a message of a server is cleaned and capped', () => {
  const outcome = failureOutcome(new McpError(`a\u202eb\0${'x'.repeat(1e6)}`, { code: 'protocol' }))
  expect(outcome.content).toEqual([{ type: 'text', text: `ab${'x'.repeat(16_384 - 5)}…` }])
})

test('a failure without a message still says something', () => {
  expect(failureOutcome(new McpError('', { code: 'aborted' })).content).toEqual([
    { type: 'text', text: 'The call failed.' },
  ])
})
