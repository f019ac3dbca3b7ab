import type { OAuthClientProvider } from '@modelcontextprotocol/client'

import { clientError } from '../errors.js'

const METHODS = ['clientInformation', 'tokens', 'saveTokens', 'saveCodeVerifier', 'codeVerifier']

/** The provider that a program brings, looked at before it is trusted to be one of the SDK. */
export function givenProvider(server: string, provider: unknown): OAuthClientProvider {
  if (isProvider(provider)) return provider
  throw clientError('invalid-config', { server, message: `auth: expected a provider with ${METHODS.join('(), ')}()` })
}

function isProvider(value: unknown): value is OAuthClientProvider {
  if (typeof value !== 'object' || value === null || !('clientMetadata' in value)) return false
  return METHODS.every((name) => typeof Reflect.get(value, name) === 'function')
}
