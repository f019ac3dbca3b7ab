import { type Authorize, McpError } from '@harness-mcp/client'

import { reasonOf, sessionError } from '../errors.js'
import { listenForCallback } from './callback.js'
import type { SessionAuthProvider } from './provider.js'

/** How long a person has, in ms. */
const PERSON_MS = 300_000

/**
 * Shows a URL to a person.
 *
 * @param url - where the person gives the authorization.
 */
export type OpenUrl = (url: string) => unknown

export interface PersonParts {
  readonly server: string
  readonly provider: SessionAuthProvider
  readonly openUrl: OpenUrl
}

/**
 * Runs `authorize` with a person who is sent to a browser, and whose answer comes back to a port of this machine. Five
 * minutes at most.
 */
export async function withPerson(
  { server, provider, openUrl }: PersonParts,
  authorize: (person: Authorize) => Promise<void>,
): Promise<void> {
  const listener = await listenForCallback(provider.port, server)
  const release = provider.listenAt(listener.port)
  try {
    await authorize(async (url, { signal }) => {
      const answer = listener.callback(url.searchParams.get('state') ?? '')
      // Not waited for: what opens a URL may settle when the browser is closed, or never.
      const shown = show(server, openUrl, url).then(() => answer)
      const parameters = await within(PERSON_MS, signal, Promise.race([answer, shown]))
      if (parameters) return parameters
      // What the store has against it is said by the next question.
      await provider.startOver().catch(() => {})
      throw sessionError('auth-required', { server, message: 'nobody authorized it within five minutes' })
    })
  } finally {
    release()
    listener.close()
  }
}

async function show(server: string, openUrl: OpenUrl, url: URL): Promise<void> {
  try {
    await openUrl(url.href)
  } catch (error) {
    if (error instanceof McpError) throw error
    throw sessionError('auth-required', { server, message: `the URL could not be opened: ${reasonOf(error)}` })
  }
}

/** Settles like `work`, until `signal` is aborted. `undefined` after `ms`. */
async function within<T>(ms: number, signal: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  work.catch(() => {})
  signal.throwIfAborted()
  let undo = (): void => {}
  const end = new Promise<undefined>((resolve, reject) => {
    const timer = setTimeout(resolve, ms, undefined)
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    undo = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
  })
  try {
    return await Promise.race([work, end])
  } finally {
    undo()
  }
}
