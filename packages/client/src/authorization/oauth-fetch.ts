import { McpError, onAbort, untilAborted } from '@harness-mcp/result-adapter'
import type { FetchLike } from '@modelcontextprotocol/client'

import { healsByWaiting } from '../transport/refusal.js'
import { scopedFetch } from '../transport/scoped-fetch.js'
import { withBody } from '../transport/with-body.js'
import { endpointRefusal } from './endpoint.js'
import { plainAnswer } from './token-answer.js'

/** How long an authorization server may take to answer, in ms, and how long its answer may be, in bytes. */
const ANSWER_MS = 30_000
const ANSWER_BYTES = 1_048_576

export interface OAuthFetchParts {
  readonly server: string
  readonly url: URL
  /** Aborted when nobody waits for an answer any more. */
  readonly ended: AbortSignal
  /** Told why an authorization server could not be asked, for now. */
  readonly onOutage: (why: string) => void
}

/** A `fetch` for the requests of OAuth: without the configured headers, and to no place that a server should not choose. */
export function oauthFetch({ server, url: serverUrl, ended, onOutage }: OAuthFetchParts): FetchLike {
  const fetch = scopedFetch({ server, origin: serverUrl.origin, headers: {}, maxMessageBytes: ANSWER_BYTES })
  const ask = async (url: URL, init: RequestInit): Promise<Response | string> => {
    const refusal = await endpointRefusal(url, serverUrl)
    if (refusal !== undefined) return refusal
    const response = await fetch(url, init)
    // Here and whole: an answer that breaks off is an outage, and to the SDK one like any other.
    return withBody(response, (await response.text()) || null)
  }
  const reach = async (url: URL, init: RequestInit): Promise<Response | string> => {
    try {
      return await inTime(ended, (signal) => ask(url, { ...init, signal }))
    } catch (error) {
      if (error instanceof McpError) return error.message
      onOutage(`${url.origin} cannot be reached`)
      // To the SDK every other error of discovery means that there is nothing to discover.
      throw new TypeError('fetch failed', { cause: error })
    }
  }
  return async (url, init = {}) => {
    const target = new URL(url)
    const response = await reach(target, init)
    if (typeof response === 'string') throw new Error(response)
    if (init.method !== 'POST') return response
    if (healsByWaiting(response.status)) onOutage(`${target.origin} answered HTTP ${response.status}`)
    const { status, body } = plainAnswer(response.status, await response.text())
    return new Response(body, { status, headers: response.headers })
  }
}

/** By hand: what `AbortSignal.timeout` and `AbortSignal.any` make may be collected before it aborts (nodejs/node#57736). */
async function inTime<T>(ended: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  ended.throwIfAborted()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error('no answer in time')), ANSWER_MS)
  const stop = onAbort(ended, () => controller.abort(ended.reason))
  try {
    return await untilAborted(work(controller.signal), controller.signal)
  } finally {
    clearTimeout(timer)
    stop()
  }
}
