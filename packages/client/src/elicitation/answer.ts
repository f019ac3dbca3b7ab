import { type Filled, fill } from './content.js'
import type { ElicitationAnswer } from './elicitation.js'
import type { Question } from './question.js'

export type ParsedAnswer =
  | { readonly ok: true; readonly answer: ElicitationAnswer }
  | { readonly ok: false; readonly reason: string }

/** Whoever calls without types can answer with anything; what does not fit the form goes nowhere. */
export function parseAnswer(given: unknown, { schema, raw }: Question): ParsedAnswer {
  const action: unknown = typeof given === 'object' && given !== null && 'action' in given ? given.action : undefined
  if (action === 'decline' || action === 'cancel') return { ok: true, answer: { action } }
  if (action !== 'accept') return { ok: false, reason: 'the action is neither accept nor decline nor cancel' }
  const filled: Filled = fill(schema, contentOf(given), raw)
  return filled.ok ? { ok: true, answer: { action, content: filled.content } } : filled
}

function contentOf(given: unknown): unknown {
  return (typeof given === 'object' && given !== null && 'content' in given ? given.content : undefined) ?? {}
}
