import { pause } from '../abort.js'
import { type AskedCall, MOST_QUESTIONS } from './asked-call.js'
import type { ElicitationAnswer } from './elicitation.js'
import type { Elicitor } from './elicitor.js'
import { readInput, type Wanted } from './input-required.js'

/** How often a request is sent again with what its server asked for. The official SDK has the same limit. */
const MOST_ROUNDS = 10
/** Before a request is sent again with its state alone, in ms: the server asked for nothing but time. */
const PACE_MS = 250

/** What a request carries besides its parameters when it is sent again. */
export interface Round {
  readonly inputResponses?: Readonly<Record<string, ElicitationAnswer>>
  readonly requestState?: string
}

export interface RoundParts {
  readonly elicitor: Elicitor
  readonly call: AskedCall
  /** Sends the request once. */
  readonly send: (round: Round) => Promise<unknown>
}

/**
 * Sends a request, and again with what its server asks for, until it is answered (SEP-2322). Each round is sent once: what
 * goes wrong with one is the end of the request. Rejects when the server asks for what cannot be given, before anybody is
 * asked, or too often.
 */
export async function inRounds({ elicitor, call, send }: RoundParts): Promise<unknown> {
  let raw = await send({})
  let questions = 0
  for (let round = 0; ; round++) {
    const input = readInput(raw, elicitor)
    if (input.kind === 'complete') return raw
    if (input.kind === 'refused') throw ungiven(input.reason)
    questions += input.wanted.questions.length
    if (round === MOST_ROUNDS) throw ungiven(`it has asked in ${MOST_ROUNDS} rounds already`)
    if (questions > MOST_QUESTIONS) throw ungiven(`it has more than ${MOST_QUESTIONS} questions`)
    raw = await send(await nextRound(input.wanted, elicitor, call))
  }
}

/** A plain error: the server has answered, so that nothing of the outcome is unknown. */
function ungiven(reason: string): Error {
  return new Error(`it asks for input in the middle of the call, and gets none: ${reason}`)
}

async function nextRound({ questions, state }: Wanted, elicitor: Elicitor, call: AskedCall): Promise<Round> {
  const release = call.hold()
  try {
    if (questions.length === 0) await pause(PACE_MS, call.signal)
    call.signal.throwIfAborted()
    const answers: [string, ElicitationAnswer][] = []
    // One after the other: it is one person.
    for (const { key, question } of questions) answers.push([key, await elicitor.ask(question, call)])
    return {
      ...(answers.length > 0 && { inputResponses: Object.fromEntries(answers) }),
      ...(state !== undefined && { requestState: state }),
    }
  } finally {
    release()
  }
}
