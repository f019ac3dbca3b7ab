import { plainLine, untilAborted } from '@harness-mcp/result-adapter'

import { clientError, type McpClientError } from '../errors.js'
import type { Redactor } from '../redaction.js'
import { parseAnswer } from './answer.js'
import type { ElicitationAnswer, OnElicitation } from './elicitation.js'
import { type ParsedQuestion, parseQuestion, type Question } from './question.js'

export interface ElicitorParts {
  readonly server: string
  readonly handler: OnElicitation
  readonly redact: Redactor
  /** Told what was wrong with the handler or its answer. */
  readonly report: (error: McpClientError) => void
}

/** Where a question comes from. */
export interface Origin {
  /** The raw name of the tool, where it is known. */
  readonly tool?: string | undefined
  /** Aborted when the answer is of no use any more. */
  readonly signal: AbortSignal
}

const CANCEL: ElicitationAnswer = { action: 'cancel' }
const REASON_BYTES = 512

/** Brings the questions of one server to the program's handler, and back what may be sent. */
export class Elicitor {
  readonly #parts: ElicitorParts

  /** Throws an `McpError` of code `invalid-config` for a handler that is no function. */
  constructor(parts: ElicitorParts) {
    const { server, handler } = parts
    if (typeof handler !== 'function')
      throw clientError('invalid-config', { server, message: 'onElicitation: expected a function' })
    this.#parts = parts
  }

  parse(params: unknown): ParsedQuestion {
    return parseQuestion(params, this.#parts.redact)
  }

  /**
   * Puts a question, and gives an answer in every case but one: rejects with the reason of the signal as soon as that is
   * aborted, whether the handler ever settles or not.
   */
  async ask(question: Question, { tool, signal }: Origin): Promise<ElicitationAnswer> {
    signal.throwIfAborted()
    return untilAborted(this.#answered(question, { tool, signal }), signal)
  }

  async #answered(question: Question, { tool, signal }: Origin): Promise<ElicitationAnswer> {
    const { server, handler } = this.#parts
    const { message, schema: requestedSchema } = question
    const request = Object.freeze({ server, ...(tool !== undefined && { tool }), message, requestedSchema, signal })
    try {
      const parsed = parseAnswer(await handler(request), question)
      return parsed.ok
        ? parsed.answer
        : this.#wrong(`answered wrongly (${plainLine(parsed.reason, REASON_BYTES)})`, signal)
    } catch (error) {
      return this.#wrong('failed', signal, error)
    }
  }

  /** A handler that gives up because its signal says so has done nothing wrong. */
  #wrong(what: string, signal: AbortSignal, cause?: unknown): ElicitationAnswer {
    const { server, redact, report } = this.#parts
    if (signal.aborted) return CANCEL
    const words = wordsOf(cause)
    const why = words === '' ? '' : `: ${redact(words)}`
    const message = `onElicitation ${what}${why}; the server was told that the question was cancelled`
    report(clientError('protocol', { server, message, cause }))
    return CANCEL
  }
}

/** A program may throw anything, also what throws when it is looked at. */
function wordsOf(cause: unknown): string {
  try {
    const words: unknown = cause instanceof Error ? cause.message : cause
    return typeof words === 'string' ? words : ''
  } catch {
    return ''
  }
}
