import { eitherOf } from '../abort.js'
import { inRounds, type Round } from '../elicitation/rounds.js'
import { clientError } from '../errors.js'
import type { ExchangeRequest } from '../transport/own-requests.js'
import type { WireOptions } from './connection.js'
import { requestFailure } from './failure.js'
import type { SdkConnectionParts } from './sdk-connection-parts.js'

/** Sends a request in whose course the server may ask a person, the way its revision has for it. */
export async function askedRequest(
  parts: SdkConnectionParts,
  { method, params, headers }: ExchangeRequest,
  { signal, onProgress, asked }: WireOptions,
): Promise<unknown> {
  const { handshake, exchange, elicitor } = parts
  const takesInput = handshake.era === 'modern'
  let sent = 0
  const send = (round: Round = {}, options = {}): Promise<unknown> => {
    sent++
    return exchange.request({ method, params: { ...params, ...round }, headers }, { signal, onProgress, ...options })
  }
  if (asked === undefined || elicitor === undefined) return send()
  if (!takesInput) return exchange.replies.questions?.during({ ...asked, signal }, send) ?? send()
  // Between two rounds no request is under way that would fail with the connection.
  const call = eitherOf(signal, exchange.leaving)
  try {
    const rounds = { elicitor, call: { ...asked, signal: call.signal } }
    return await inRounds({ ...rounds, send: (round) => send(round, { takesInput }) })
  } catch (error) {
    const hasBegun = sent > 1 || error === exchange.leaving.reason
    throw hasBegun && !signal.aborted ? unfinished(error, parts) : error
  } finally {
    call.release()
  }
}

/** The server has begun the call: that the rest of it was not sent does not mean that nothing has run. */
function unfinished(error: unknown, parts: SdkConnectionParts): unknown {
  const isGone = error === parts.exchange.leaving.reason || requestFailure(error, parts).code === 'not-connected'
  const message = 'the connection was gone before the call could go on'
  return isGone ? clientError('unreachable', { server: parts.server, message }) : error
}
