import type { OAuthClientProvider } from '@modelcontextprotocol/client'

type Client = Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
type Invalidate = NonNullable<OAuthClientProvider['invalidateCredentials']>

/**
 * The same provider while a code is traded. The code belongs to the `client` that asked for it, though another process may
 * have registered another one since. A code that is refused says nothing against the tokens that are there.
 */
export function redeemingProvider(provider: OAuthClientProvider, client: Client): OAuthClientProvider {
  const invalidate: Invalidate = async (what) => {
    if (what !== 'tokens') await provider.invalidateCredentials?.(what)
  }
  return new Proxy(provider, {
    get(target, key): unknown {
      if (key === 'clientInformation') return async (): Promise<Client> => client
      return key === 'invalidateCredentials' ? invalidate : Reflect.get(target, key, target)
    },
  })
}
