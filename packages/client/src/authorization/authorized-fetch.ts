import type { FetchLike } from '@modelcontextprotocol/client'

import type { Authorization } from './authorization.js'
import { challengeOf } from './challenge.js'

/** How often a request is sent again with another token. */
const MOST_ROUNDS = 2

/**
 * A `fetch` whose requests carry the token of this moment: also those that open a stream again, hours after the first. One
 * that is refused for its token is sent again with a new one; where that takes a person, its response is 401.
 */
export function authorizedFetch(fetch: FetchLike, authorization: Authorization): FetchLike {
  return async (url, init = {}) => {
    for (let round = 0; ; round++) {
      const token = await authorization.token()
      const response = await fetch(url, withToken(init, token))
      const challenge = await challengeOf(response)
      if (challenge === undefined) return response
      const renewed = round < MOST_ROUNDS && (await authorization.renew({ challenge, token, again: round > 0 }))
      if (!renewed) return refusal(response)
      void response.body?.cancel().catch(() => {})
    }
  }
}

function withToken(init: RequestInit, token: string | undefined): RequestInit {
  if (token === undefined) return init
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}

/** The transports above know one status for this. */
function refusal(response: Response): Response {
  if (response.status === 401) return response
  void response.body?.cancel().catch(() => {})
  return new Response(null, { status: 401 })
}
