import type { ElicitationRequest } from '@harness-mcp/client'
import { expect, it } from 'vitest'

import { OpenQuestions } from '../../src/health/open-questions.js'

const CANCEL = { action: 'cancel' } as const

function request(signal = new AbortController().signal): ElicitationRequest {
  return { server: 's', message: 'm', requestedSchema: { type: 'object', properties: {}, required: [] }, signal }
}

it('is open until it is answered, each by itself', async () => {
  const questions = new OpenQuestions()
  const answers: (() => void)[] = []
  const ask = questions.counted(() => new Promise((resolve) => answers.push(() => resolve(CANCEL))))
  const both = [ask(request()), ask(request())]
  const seen = [questions.any]
  for (const [at, answer] of answers.entries()) {
    answer()
    expect(await both[at]).toEqual(CANCEL)
    seen.push(questions.any)
  }
  expect(seen).toEqual([true, true, false])
})

it('is not open any more when the handler throws, or its call has ended', async () => {
  const questions = new OpenQuestions()
  const throwing = questions.counted(() => {
    throw new Error('no screen')
  })
  await expect(throwing(request())).rejects.toThrow('no screen')
  expect(questions.any).toBe(false)
  const abort = new AbortController()
  const endless = questions.counted(() => new Promise(() => {}))(request(abort.signal))
  expect(questions.any).toBe(true)
  abort.abort(new Error('the call has ended'))
  await expect(endless).rejects.toThrow('the call has ended')
  expect(questions.any).toBe(false)
})
