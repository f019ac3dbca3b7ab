import type { OAuthClientProvider } from '@modelcontextprotocol/client'

import type { Redactor } from '../redaction.js'

/** The fields of what a provider keeps and the SDK hands around that nobody else may see. */
const SECRET_FIELDS = ['access_token', 'refresh_token', 'id_token', 'client_secret', 'registration_access_token']

/** The methods that take or give such things. */
const KEEPERS: ReadonlySet<PropertyKey> = new Set<keyof OAuthClientProvider>([
  'tokens',
  'saveTokens',
  'clientInformation',
  'saveClientInformation',
  'codeVerifier',
  'saveCodeVerifier',
])

/** The same provider, whose secrets are made known to `redact`, and whose redirects go to `redirect`. */
export function watchedProvider(
  provider: OAuthClientProvider,
  redact: Redactor,
  redirect: (url: URL) => Promise<void>,
): OAuthClientProvider {
  return new Proxy(provider, {
    get(target, key) {
      if (key === 'redirectToAuthorization') return redirect
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      if (!KEEPERS.has(key)) return (...given: unknown[]): unknown => Reflect.apply(value, target, given)
      return async (...given: unknown[]): Promise<unknown> => {
        learn(given[0], redact)
        const result: unknown = await Reflect.apply(value, target, given)
        learn(result, redact)
        return result
      }
    },
  })
}

function learn(value: unknown, redact: Redactor): void {
  if (typeof value === 'string') redact.learn(value)
  if (typeof value !== 'object' || value === null) return
  for (const field of SECRET_FIELDS) {
    const secret: unknown = Reflect.get(value, field)
    if (typeof secret === 'string') redact.learn(secret)
  }
}
