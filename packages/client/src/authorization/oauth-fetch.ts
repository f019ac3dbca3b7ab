import type { FetchLike } from '@modelcontextprotocol/client'

import { healsByWaiting } from '../transport/refusal.js'
import { scopedFetch } from '../transport/scoped-fetch.js'
import { endpointRefusal } from './endpoint.js'

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
  const reach = async (url: URL, init: RequestInit | undefined): Promise<Response | string> => {
    try {
      const signal = AbortSignal.any([ended, AbortSignal.timeout(ANSWER_MS)])
      return (await endpointRefusal(url, serverUrl)) ?? (await fetch(url, { ...init, signal }))
    } catch (error) {
      onOutage(`${url.origin} cannot be reached`)
      // To the SDK every other error of discovery means that there is nothing to discover.
      throw new TypeError('fetch failed', { cause: error })
    }
  }
  return async (url, init) => {
    const target = new URL(url)
    const response = await reach(target, init)
    if (typeof response === 'string') throw new Error(response)
    if (init?.method !== 'POST' || response.ok) return response
    if (healsByWaiting(response.status)) onOutage(`${target.origin} answered HTTP ${response.status}`)
    return withoutWords(response)
  }
}

/** The SDK prints what an authorization server says of a failure, and a server may quote the token that it was sent. */
async function withoutWords(response: Response): Promise<Response> {
  const error = errorIn(await response.text())
  return new Response(JSON.stringify({ error }), { status: response.status })
}

function errorIn(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    const error: unknown = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined
    return typeof error === 'string' && /^[a-z_]{1,64}$/.test(error) ? error : 'server_error'
  } catch {
    return 'server_error'
  }
}
