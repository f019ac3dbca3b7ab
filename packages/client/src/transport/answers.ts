import type { JSONRPCMessage } from '@modelcontextprotocol/client'

import { isJsonObject } from '../json.js'
import { isCall } from './message.js'
import type { Progress } from './progress.js'

/** What an answer comes to: a result as it was sent, or the reason why there is none. */
export type Answer = { readonly ok: true; readonly raw: unknown } | { readonly ok: false; readonly reason: Error }

/** What is quoted of a kind of result, in characters. */
const LONGEST_KIND = 64
/** `jsonrpc`, `id`, and `result`. */
const MEMBERS = 3

/** The members of an answer, whichever there are. */
interface Members {
  readonly result?: unknown
  readonly error?: unknown
}

/** Reads the answer to a request. Of a result nothing but its kind is looked at. */
export function readAnswer(
  message: Members,
  { takesInput = false }: { readonly takesInput?: boolean | undefined } = {},
): Answer {
  if (isRefusal(message)) return { ok: false, reason: errorAnswer(message.error) }
  const { result } = message
  const kind = isJsonObject(result) ? result['resultType'] : undefined
  if (typeof kind !== 'string' || kind === 'complete') return { ok: true, raw: result }
  if (takesInput && kind === INPUT_REQUIRED) return { ok: true, raw: result }
  return { ok: false, reason: incomplete(kind) }
}

/** JSON-RPC 1.0, whose libraries are still about, sends both members, and that which does not count is null. */
export function isRefusal({ result, error }: Members): boolean {
  return result === undefined || (error !== undefined && error !== null)
}

/** Revision 2026-07-28: the server asks for something before it goes on. */
const INPUT_REQUIRED = 'input_required'

function incomplete(kind: string): Error {
  const text =
    kind === INPUT_REQUIRED
      ? 'it asks for input in the middle of the call'
      : `its result is of the kind "${kind.slice(0, LONGEST_KIND)}"`
  return Object.assign(new Error(text), { code: 'UNSUPPORTED_RESULT_TYPE' })
}

/** An error whose `code` is the number of JSON-RPC. A server may leave out anything, or send any type. */
function errorAnswer(error: unknown): Error & { readonly code: number } {
  const { code, message } = isJsonObject(error) ? error : {}
  const text = typeof message === 'string' ? message : 'an error without a readable message'
  return Object.assign(new Error(text), { code: Number.isSafeInteger(code) ? Number(code) : -32_603 })
}

/**
 * A message for the SDK, which drops an answer of the wrong shape and then waits for another until its time is up. Its
 * schemas also refuse a member too many, and a `_meta` that is no object.
 */
export function readable(message: JSONRPCMessage): JSONRPCMessage {
  if (isCall(message) || message.id === undefined) return message
  const { id } = message
  const { result, error }: Members = message
  if (isRefusal({ result, error })) {
    const { code, message: text } = errorAnswer(error)
    const data = isJsonObject(error) && 'data' in error ? { data: error['data'] } : {}
    return { jsonrpc: '2.0', id, error: { code, message: text, ...data } }
  }
  if (!isJsonObject(result))
    return { jsonrpc: '2.0', id, error: { code: -32_603, message: 'the result is not an object' } }
  const { _meta: meta, ...rest } = result
  const clean = meta === undefined || isJsonObject(meta)
  if (clean && Object.keys(message).length === MEMBERS) return message
  return { jsonrpc: '2.0', id, result: clean ? result : rest }
}

export function readProgress({ progress, total, message }: Readonly<Record<string, unknown>>): Progress {
  return {
    progress: typeof progress === 'number' ? progress : 0,
    ...(typeof total === 'number' && { total }),
    ...(typeof message === 'string' && { message }),
  }
}
