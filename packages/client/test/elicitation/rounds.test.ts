import { describe, expect, test } from 'vitest'

import type { ElicitationRequest, OnElicitation } from '../../src/index.js'
import { inRounds, type Round } from '../../src/elicitation/rounds.js'
import { ADA, ASK_NAME, elicitorWith } from '../support/questions.js'

const ask = (params: unknown = ASK_NAME): unknown => ({ method: 'elicitation/create', params })
const DONE = { resultType: 'complete', content: [] }

/** A server that answers the rounds in turn, the last answer again and again. */
async function play(answers: readonly unknown[], handler: OnElicitation = () => ADA) {
  const rounds: Round[] = []
  const asked: ElicitationRequest[] = []
  let held = 0
  const { elicitor } = elicitorWith((request) => {
    asked.push(request)
    return handler(request)
  })
  const call = { tool: 't', signal: new AbortController().signal, hold: () => (held++, () => void held--) }
  const send = async (round: Round): Promise<unknown> => {
    rounds.push(round)
    return answers[Math.min(rounds.length, answers.length) - 1]
  }
  const end = await inRounds({ elicitor, call, send }).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : error }),
  )
  return { ...end, rounds, asked, held }
}

const required = (rest: object): unknown => ({ resultType: 'input_required', ...rest })

describe('a request', () => {
  test('that is answered at once is sent once', async () => {
    expect(await play([DONE])).toMatchObject({ result: DONE, rounds: [{}], asked: [], held: 0 })
  })

  test('without a kind of result is complete, whatever else it has', async () => {
    const result = { inputRequests: { name: ask() }, requestState: 'x' }
    expect(await play([result])).toMatchObject({ result, rounds: [{}] })
  })

  test.each([' {"a": 1.0}\n', '', 'é\u0000\uD800', '[]'])(
    'carries the state %j back as it is',
    async (requestState) => {
      const { rounds, result } = {
        result: undefined,
        ...(await play([required({ inputRequests: { name: ask() }, requestState }), DONE])),
      }
      expect(result).toBe(DONE)
      expect(rounds).toEqual([{}, { inputResponses: { name: ADA }, requestState }])
    },
  )

  test('carries no state where the server gave none, also not that of an earlier round', async () => {
    const answers = [
      required({ inputRequests: { a: ask() }, requestState: '1' }),
      required({ inputRequests: { b: ask() } }),
      DONE,
    ]
    const { rounds } = await play(answers)
    expect(rounds).toEqual([{}, { inputResponses: { a: ADA }, requestState: '1' }, { inputResponses: { b: ADA } }])
    expect(rounds.map((round) => 'requestState' in round)).toEqual([false, true, false])
  })

  test('is not sent again with its state alone when its call ends meanwhile', async () => {
    const abort = new AbortController()
    let sent = 0
    const send = async (): Promise<unknown> => {
      sent++
      setImmediate(() => abort.abort(new Error('the call has ended')))
      return required({ requestState: 'x' })
    }
    const { elicitor } = elicitorWith(() => ADA)
    const call = { signal: abort.signal, hold: () => () => {} }
    await expect(inRounds({ elicitor, call, send })).rejects.toThrow('the call has ended')
    expect(sent).toBe(1)
  })

  test('is sent again with its state alone where the server asks for nothing', async () => {
    const { rounds, asked } = await play([required({ requestState: 'later' }), DONE])
    expect({ rounds, asked }).toEqual({ rounds: [{}, { requestState: 'later' }], asked: [] })
  })

  test('asks one question after the other, under the keys of the server', async () => {
    let open = 0
    const together: number[] = []
    const inputRequests = JSON.parse(`{"b":${JSON.stringify(ask())},"__proto__":${JSON.stringify(ask())}}`)
    const { rounds } = await play([required({ inputRequests }), DONE], async () => {
      together.push(++open)
      await new Promise((resolve) => setImmediate(resolve))
      open--
      return { action: 'decline' }
    })
    expect(together).toEqual([1, 1])
    expect(JSON.stringify(rounds[1])).toBe(
      '{"inputResponses":{"b":{"action":"decline"},"__proto__":{"action":"decline"}}}',
    )
  })

  test.each<[string, object, RegExp]>([
    [
      'sampling',
      { inputRequests: { a: ask(), b: { method: 'sampling/createMessage', params: {} } } },
      /it asks for sampling\/createMessage, which this client does not offer$/,
    ],
    [
      'a URL',
      { inputRequests: { a: ask(), b: ask({ mode: 'url', message: 'x', url: 'https://x.org' }) } },
      /it is no form/,
    ],
    [
      'a form that is none',
      { inputRequests: { a: ask({ message: 'x', requestedSchema: { type: 'array' } }) } },
      /flat object/,
    ],
    ['no method', { inputRequests: { a: {} } }, /something without a method/],
    ['text in place of a question', { inputRequests: { a: 'x' } }, /one of its questions is none/],
    ['questions in a list', { inputRequests: [ask()] }, /its questions are not an object/],
    ['nothing', {}, /it does not say for what/],
    ['no questions and no state', { inputRequests: {}, requestState: null }, /it does not say for what/],
    ['a state that is no text', { requestState: { a: 1 } }, /its state is not a text/],
    [
      '21 questions',
      { inputRequests: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`q${at}`, ask()])) },
      /more than 20 questions/,
    ],
    ['a key of any length', { inputRequests: { ['k'.repeat(300)]: ask() } }, /one of its questions is none/],
  ])('whose server wants %s fails before anybody is asked', async (_, rest, reason) => {
    const { rounds, asked, held, ...end } = await play([required(rest)])
    expect({ rounds, asked, held }).toEqual({ rounds: [{}], asked: [], held: 0 })
    expect(end).toMatchObject({
      error: expect.stringMatching(/^it asks for input in the middle of the call, and gets none: /),
    })
    expect(end).toMatchObject({ error: expect.stringMatching(reason) })
  })

  test('is given up after ten rounds', async () => {
    const { rounds, asked, held, ...end } = await play([required({ inputRequests: { name: ask() } })])
    expect({ rounds: rounds.length, asked: asked.length, held }).toEqual({ rounds: 11, asked: 10, held: 0 })
    expect(end).toMatchObject({ error: expect.stringMatching(/it has asked in 10 rounds already$/) })
  })

  test('is given up before its 21st question', async () => {
    const inputRequests = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`q${at}`, ask()]))
    const { rounds, asked, ...end } = await play([required({ inputRequests })])
    expect({ rounds: rounds.length, asked: asked.length }).toEqual({ rounds: 3, asked: 18 })
    expect(end).toMatchObject({ error: expect.stringMatching(/more than 20 questions$/) })
  })
})
