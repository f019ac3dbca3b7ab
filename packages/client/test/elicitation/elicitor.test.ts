import { expect, test } from 'vitest'

import type { Question } from '../../src/elicitation/question.js'
import { ADA, ASK_NAME, elicitorWith } from '../support/questions.js'

function asked(handler: Parameters<typeof elicitorWith>[0]) {
  const { elicitor, reports } = elicitorWith(handler)
  const parsed = elicitor.parse(ASK_NAME)
  if (!parsed.ok) throw new Error(parsed.reason)
  const question: Question = parsed.question
  return { reports, ask: (signal = new AbortController().signal) => elicitor.ask(question, { tool: 't', signal }) }
}

const TOLD = 'the server was told that the question was cancelled'

test.each<[string, () => unknown, unknown, string[]]>([
  ['accepts', () => ADA, ADA, []],
  ['declines with too much', () => ({ action: 'decline', content: { name: 'x' } }), { action: 'decline' }, []],
  [
    'throws',
    () => {
      throw new Error('no screen')
    },
    { action: 'cancel' },
    [`s: onElicitation failed: no screen; ${TOLD}`],
  ],
  ['rejects with nothing', () => Promise.reject(undefined), { action: 'cancel' }, [`s: onElicitation failed; ${TOLD}`]],
  [
    'rejects with what is no text either',
    () => Promise.reject(Object.create(null)),
    { action: 'cancel' },
    [`s: onElicitation failed; ${TOLD}`],
  ],
  [
    'rejects with what cannot be looked at',
    () => {
      const error = new Error('x')
      const message = (): never => {
        throw new Error('trapped')
      }
      return Promise.reject(Object.defineProperty(error, 'message', { get: message }))
    },
    { action: 'cancel' },
    [`s: onElicitation failed; ${TOLD}`],
  ],
  [
    'answers nothing',
    () => undefined,
    { action: 'cancel' },
    [`s: onElicitation answered wrongly (the action is neither accept nor decline nor cancel); ${TOLD}`],
  ],
  [
    'answers with another action',
    () => ({ action: 'Accept', content: {} }),
    { action: 'cancel' },
    [`s: onElicitation answered wrongly (the action is neither accept nor decline nor cancel); ${TOLD}`],
  ],
  [
    'accepts without content',
    () => ({ action: 'accept' }),
    { action: 'cancel' },
    [`s: onElicitation answered wrongly (content.name: it is required, and has no default); ${TOLD}`],
  ],
  [
    'answers with a trap',
    () => ({
      action: 'accept',
      content: {
        get name() {
          throw new Error('trapped')
        },
      },
    }),
    { action: 'cancel' },
    [`s: onElicitation failed: trapped; ${TOLD}`],
  ],
])('a handler that %s', async (_, handler, answer, told) => {
  // Whoever has no types can answer with anything.
  const { ask, reports } = asked(Function.prototype.bind.call(handler, undefined))
  expect(await ask()).toEqual(answer)
  expect(reports).toEqual(told)
})

test('a handler that never settles is waited for until the signal, and not longer', async () => {
  const { ask, reports } = asked(() => new Promise(() => {}))
  const abort = new AbortController()
  const answer = ask(abort.signal)
  abort.abort(new Error('enough'))
  await expect(answer).rejects.toThrow('enough')
  expect(reports).toEqual([])
})

test('a handler that gives up because of the signal has done nothing wrong', async () => {
  const { ask, reports } = asked(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const abort = new AbortController()
  const answer = ask(abort.signal)
  abort.abort(new Error('enough'))
  await expect(answer).rejects.toThrow('enough')
  await new Promise((resolve) => setImmediate(resolve))
  expect(reports).toEqual([])
})

test('a handler is not called for a call that has ended', async () => {
  let calls = 0
  const { ask } = asked(() => (calls++, ADA))
  await expect(ask(AbortSignal.abort(new Error('over')))).rejects.toThrow('over')
  expect(calls).toBe(0)
})

test('what a server says is clean and bounded', () => {
  const { elicitor } = elicitorWith(() => ADA)
  const parsed = elicitor.parse({ message: `pay\u202E\u0007${'x'.repeat(9_000)}`, requestedSchema: {} })
  const message = parsed.ok ? parsed.question.message : parsed.reason
  expect(message.startsWith('payxxx')).toBe(true)
  expect(Buffer.byteLength(message)).toBe(2_048)
})

test.each<[string, unknown, string]>([
  [
    'a URL',
    { mode: 'url', message: 'go', url: 'https://example.org', elicitationId: '1' },
    'it is no form, and this client shows forms alone',
  ],
  ['no parameters', undefined, 'it has no parameters'],
  ['no message', { requestedSchema: {} }, 'it has no message'],
  ['no schema', { message: 'x' }, 'it has no schema'],
])('%s is no question for a person', (_, params, reason) => {
  expect(elicitorWith(() => ADA).elicitor.parse(params)).toEqual({ ok: false, reason })
})

test('what is no function is refused at once', () => {
  const handler: unknown = 7
  expect(() => Reflect.construct(elicitorWith(() => ADA).elicitor.constructor, [{ server: 's', handler }])).toThrow(
    's: onElicitation: expected a function',
  )
})
