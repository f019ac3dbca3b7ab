import type { FetchLike } from '@modelcontextprotocol/client'

import { Deadline, eitherOf } from '../abort.js'
import { clientError } from '../errors.js'
import { withBody } from './with-body.js'

/** How long a server may take to accept a message that has no answer, in ms. */
export const ACCEPT_MS = 30_000

export interface Delivery {
  readonly server: string
  readonly fetch: FetchLike
  /** How long the server may take, in ms. */
  readonly withinMs: number
}

/**
 * Posts a message of which nothing comes back but that it was accepted. However a server says that, it becomes 202: the SDK
 * opens the notification stream after no other status.
 */
export async function deliver(
  { server, fetch, withinMs }: Delivery,
  url: string | URL,
  init: RequestInit,
): Promise<Response> {
  const message = `the server did not accept a message within ${withinMs} ms`
  const deadline = new Deadline(withinMs, () => clientError('protocol', { server, message }))
  const { signal, release } = eitherOf(deadline.signal, init.signal)
  const done = (): void => (deadline.clear(), release())
  const response = await fetch(url, { ...init, signal }).catch((error: unknown) => (done(), Promise.reject(error)))
  if (!response.ok) return withBody(response, (await response.text().finally(done)) || null)
  // Not waited for, and nothing of it kept: some servers leave an event stream open here.
  void response.body
    ?.pipeTo(new WritableStream())
    .catch(() => {})
    .finally(done)
  if (response.body === null) done()
  return new Response(null, { status: 202 })
}
