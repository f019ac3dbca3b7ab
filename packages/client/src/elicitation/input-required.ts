import { plainLine } from '@harness-mcp/result-adapter'

import { isJsonObject } from '../json.js'
import { MOST_QUESTIONS } from './asked-call.js'
import type { Elicitor } from './elicitor.js'
import type { Question } from './question.js'

/** What a server wants before it goes on. */
export interface Wanted {
  readonly questions: readonly { readonly key: string; readonly question: Question }[]
  /** To be echoed as it is. */
  readonly state: string | undefined
}

export type ParsedInput =
  | { readonly kind: 'complete' }
  | { readonly kind: 'wanted'; readonly wanted: Wanted }
  | { readonly kind: 'refused'; readonly reason: string }

/** The longest key of a question, in UTF-16 units. */
const LONGEST_KEY = 256

/** Reads a result of revision 2026-07-28, which may be a question (MCP specification 2026-07-28, basic/patterns/mrtr). */
export function readInput(raw: unknown, elicitor: Elicitor): ParsedInput {
  if (!isJsonObject(raw) || raw['resultType'] !== 'input_required') return { kind: 'complete' }
  const { inputRequests: requests, requestState: state } = raw
  if (!isAbsent(state) && typeof state !== 'string') return refused('its state is not a text')
  if (!isAbsent(requests) && !isJsonObject(requests)) return refused('its questions are not an object')
  const entries = Object.entries<unknown>(requests ?? {})
  if (entries.length === 0 && isAbsent(state)) return refused('it does not say for what')
  if (entries.length > MOST_QUESTIONS) return refused(`it has more than ${MOST_QUESTIONS} questions`)
  const questions: { key: string; question: Question }[] = []
  for (const [key, request] of entries) {
    const parsed = readRequest(key, request, elicitor)
    if (!parsed.ok) return refused(parsed.reason)
    questions.push({ key, question: parsed.question })
  }
  return { kind: 'wanted', wanted: { questions, state: state ?? undefined } }
}

function refused(reason: string): ParsedInput {
  return { kind: 'refused', reason }
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

function readRequest(key: string, request: unknown, elicitor: Elicitor): ReturnType<Elicitor['parse']> {
  if (!isJsonObject(request) || key.length > LONGEST_KEY) return { ok: false, reason: 'one of its questions is none' }
  const { method, params } = request
  if (method === 'elicitation/create') return elicitor.parse(params)
  const shown = typeof method === 'string' ? plainLine(method, 64) : 'something without a method'
  return { ok: false, reason: `it asks for ${shown}, which this client does not offer` }
}
