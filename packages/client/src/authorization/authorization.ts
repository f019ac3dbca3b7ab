import { McpError } from '@harness-mcp/result-adapter'
import type { FetchLike, OAuthClientProvider } from '@modelcontextprotocol/client'

import type { ResolvedConfig } from '../config/schema.js'
import { clientError, type McpClientError } from '../errors.js'
import type { Redactor } from '../redaction.js'
import type { Challenge } from './challenge.js'
import { endpointRefusal } from './endpoint.js'
import { givenProvider } from './given-provider.js'
import { oauthFetch } from './oauth-fetch.js'
import type { McpAuthProvider } from './provider.js'
import { redeemingProvider } from './redeeming-provider.js'
import { watchedProvider } from './watched-provider.js'

export interface AuthorizationParts {
  readonly server: string
  /** The endpoint of the server. */
  readonly url: URL
  readonly provider: McpAuthProvider
  readonly redact: Redactor
}

/** A request that was refused. */
export interface Need {
  readonly challenge: Challenge
  /** The token that it carried. */
  readonly token: string | undefined
  /** Whether it was refused with a token that had just been renewed. */
  readonly again: boolean
}

interface Wanted {
  readonly scope: string | undefined
  /** Goes to the person, though a refresh token is there. */
  readonly anew: boolean
}

/** The authorization of a configured server. A process gets its credentials from its environment. */
export function authorizationOf(
  config: ResolvedConfig,
  provider: McpAuthProvider | undefined,
  redact: Redactor,
): Authorization | undefined {
  if (provider === undefined || config.transport === 'stdio') return undefined
  return new Authorization({ server: config.serverName, url: new URL(config.url), provider, redact })
}

/** The longest URL that a person is sent to, in characters. */
const LONGEST_URL = 8_192

/** The right to use one server, by the flow of the official SDK: it is renewed here, or given by a person. */
export class Authorization {
  readonly #parts: AuthorizationParts
  readonly #provider: OAuthClientProvider
  readonly #fetch: FetchLike
  readonly #life = new AbortController()
  #renewing: Promise<boolean> | undefined
  #pending: URL | undefined
  #pendingScope: string | undefined
  /** The client that asks at the pending URL. */
  #client: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
  #scope: string | undefined
  #metadataUrl: URL | undefined
  #why = ''
  #outage: McpClientError | undefined
  #asking = false

  constructor(parts: AuthorizationParts) {
    this.#parts = parts
    const { server, url, provider, redact } = parts
    this.#provider = watchedProvider(givenProvider(server, provider), redact, (target) => this.#redirected(target))
    const onOutage = (why: string): void => {
      this.#outage = clientError('not-connected', { server, message: `the token cannot be renewed for now: ${why}` })
    }
    this.#fetch = oauthFetch({ server, url, ended: this.#life.signal, onOutage })
  }

  /** Where a person can give the authorization, while that is what is missing. */
  get url(): URL | undefined {
    return this.#pending
  }

  /** Why a person is needed, as one sentence. */
  get reason(): string {
    const { redact } = this.#parts
    return this.#pending
      ? `a person has to authorize it${this.#pendingScope === undefined ? '' : ` for ${redact(this.#pendingScope)}`}`
      : `the server asks for authorization, and none can be had${this.#why && `: ${redact(this.#why)}`}`
  }

  /** The token of this moment. */
  async token(): Promise<string | undefined> {
    return (await this.#provider.tokens())?.access_token
  }

  /**
   * Gets a token that the server may take, without a person; `false` when it needs one. Once at a time: who asks meanwhile
   * joins. Rejects while the authorization server cannot be asked; the tokens are kept then.
   */
  renew(need: Need): Promise<boolean> {
    this.#renewing ??= this.#alone(() => this.#renew(need))
      .catch((error: unknown) => this.#failed(error))
      .finally(() => (this.#renewing = undefined))
    return this.#renewing
  }

  /** Where a person is to go; `undefined` when it turns out that nobody has to. Rejects when no authorization can be begun. */
  async begin(): Promise<URL | undefined> {
    this.#asking = true
    await this.#renewing?.catch(() => {})
    if (this.#pending?.searchParams.get('redirect_uri') === String(this.#provider.redirectUrl)) return this.#pending
    const running = this.#alone(() => this.#run({ scope: this.#scope, anew: true }))
    if (await running.catch((error: unknown) => this.#failed(error))) return undefined
    if (this.#pending) return this.#pending
    const { server, redact } = this.#parts
    throw clientError('auth-required', { server, message: `no authorization can be had: ${redact(this.#why)}` })
  }

  /** Turns the parameters of a callback into tokens. Rejects with an `McpError` of code `auth-required`, without the words of the callback unless its issuer is the right one. */
  async finish(callback: URLSearchParams): Promise<void> {
    const { server, url, redact } = this.#parts
    const pending = this.#pending
    this.#pending = undefined
    try {
      if (pending === undefined || callback.get('state') !== pending.searchParams.get('state'))
        throw new Error('the answer does not belong to the question (state)')
      redact.learn(callback.get('code') ?? '')
      const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
      // It is never started: with the parameters as they came it checks the issuer before anything else.
      const authProvider = redeemingProvider(this.#provider, this.#client)
      const transport = new StreamableHTTPClientTransport(url, { authProvider, fetch: this.#fetch })
      await this.#alone(() => transport.finishAuth(callback))
    } catch (error) {
      throw clientError('auth-required', { server, message: `the authorization failed: ${redact(wordsOf(error))}` })
    }
  }

  /** A person is not asked any more. */
  end(): void {
    this.#asking = false
  }

  /** Ends every request that is under way. */
  close(): void {
    this.#life.abort(clientError('closed', { server: this.#parts.server, message: 'it is closed' }))
  }

  async #renew({ challenge, token, again }: Need): Promise<boolean> {
    const { computeScopeUnion, isStrictScopeSuperset } = await import('@modelcontextprotocol/client')
    const tokens = await this.#provider.tokens()
    // Somebody else was faster.
    if (tokens && tokens.access_token !== token) return true
    // Another answer would undo the question that a person is about to answer.
    if (this.#asking) return false
    const granted = challenge.wants === 'scopes' ? tokens?.scope : undefined
    const scope = computeScopeUnion(this.#scope, granted, challenge.scope, this.#provider.clientMetadata.scope)
    this.#scope = scope
    this.#metadataUrl = challenge.resourceMetadataUrl ?? this.#metadataUrl
    if (this.#pending && this.#pendingScope === scope && token === undefined) return false
    // A token that is refused may be one of an authorization server that the server has left. One for too little is not.
    if (challenge.wants === 'token' && token !== undefined) await this.#provider.invalidateCredentials?.('discovery')
    const anew = again || (challenge.wants === 'scopes' && isStrictScopeSuperset(scope, tokens?.scope))
    return this.#run({ scope, anew })
  }

  /** One run of the SDK's flow, and whether it ended with tokens. */
  async #run({ scope, anew }: Wanted): Promise<boolean> {
    const { auth } = await import('@modelcontextprotocol/client')
    // What was discovered then led nowhere: it is not what is true now.
    if (this.#why !== '') await this.#provider.invalidateCredentials?.('discovery')
    this.#pending = undefined
    this.#pendingScope = scope
    this.#outage = undefined
    this.#why = ''
    try {
      const result = await auth(this.#provider, {
        serverUrl: this.#parts.url,
        fetchFn: this.#fetch,
        forceReauthorization: anew,
        ...(scope !== undefined && { scope }),
        ...(this.#metadataUrl && { resourceMetadataUrl: this.#metadataUrl }),
      })
      return result === 'AUTHORIZED'
    } catch (error) {
      this.#refuseOutage()
      return this.#failed(error)
    }
  }

  /** What a provider or its store threw is a reason like any other; what is thrown here on purpose goes on. */
  #failed(error: unknown): false {
    this.#life.signal.throwIfAborted()
    if (error instanceof McpError) throw error
    this.#pending = undefined
    this.#why = wordsOf(error)
    return false
  }

  /** The SDK goes to the person also when a refresh failed because the authorization server could not be reached. */
  async #redirected(url: URL): Promise<void> {
    this.#refuseOutage()
    const discovered = await this.#provider.discoveryState?.()
    const metadata = discovered?.authorizationServerMetadata
    const refusal = pkceRefusal(metadata) ?? (await endpointRefusal(url, this.#parts.url))
    if (refusal !== undefined) throw new Error(refusal)
    if (url.href.length > LONGEST_URL) throw new Error(`the authorization URL is longer than ${LONGEST_URL} characters`)
    const issuer = metadata?.issuer ?? discovered?.authorizationServerUrl
    this.#client = await this.#provider.clientInformation(issuer === undefined ? undefined : { issuer })
    this.#pending = url
  }

  #refuseOutage(): void {
    if (this.#outage) throw this.#outage
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const { provider } = this.#parts
    return provider.exclusively ? provider.exclusively(work, { signal: this.#life.signal }) : work()
  }
}

/** The SDK goes on without the announcement; the protocol does not (MCP specification 2025-11-25, basic/authorization). */
function pkceRefusal(metadata: object | undefined): string | undefined {
  if (!metadata || 'code_challenge_methods_supported' in metadata) return undefined
  return 'its authorization server does not say that it supports PKCE'
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
