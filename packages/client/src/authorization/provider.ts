type Maybe<T> = T | undefined | Promise<T | undefined>
type Done = void | Promise<void>

/** Which authorization server something belongs to, by its own name. */
export interface AuthContext {
  readonly issuer: string
}

/** What a client says of itself when it registers (RFC 7591). */
export interface AuthClientMetadata {
  readonly redirect_uris: readonly string[]
  readonly client_name?: string | undefined
  readonly grant_types?: readonly string[] | undefined
  readonly response_types?: readonly string[] | undefined
  readonly token_endpoint_auth_method?: string | undefined
  /** What to ask for when the server names nothing, separated by spaces. */
  readonly scope?: string | undefined
}

export interface AuthRegistration {
  readonly client_id: string
  readonly client_secret?: string | undefined
  readonly issuer?: string | undefined
}

export interface AuthTokens {
  readonly access_token: string
  readonly token_type: string
  readonly refresh_token?: string | undefined
  readonly scope?: string | undefined
  readonly issuer?: string | undefined
}

/**
 * Where the tokens and the client registration of one server are kept: every `OAuthClientProvider` of the official SDK is
 * one. Its `redirectToAuthorization` is not called: connecting opens no browser, and the URL is in the snapshot. What is
 * discovered belongs to the code verifier, and has to be kept together with it.
 */
export interface McpAuthProvider {
  /** Where the callback comes to. `undefined` where no person is needed. */
  readonly redirectUrl: string | URL | undefined
  readonly clientMetadata: AuthClientMetadata
  /** An https URL where the client describes itself: its id, where the authorization server takes such ones. */
  readonly clientMetadataUrl?: string | undefined
  state?(): string | Promise<string>
  clientInformation(context?: AuthContext): Maybe<AuthRegistration>
  saveClientInformation?(registration: AuthRegistration, context?: AuthContext): Done
  /** Without a context: what was saved last. */
  tokens(context?: AuthContext): Maybe<AuthTokens>
  saveTokens(tokens: AuthTokens, context?: AuthContext): Done
  redirectToAuthorization(url: URL): Done
  saveCodeVerifier(verifier: string): Done
  codeVerifier(): string | Promise<string>
  saveDiscoveryState?(state: object): Done
  discoveryState?(): Maybe<object>
  invalidateCredentials?(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Done
  /**
   * Runs `work` while nobody else renews these tokens, in this process or another. Without it nobody else may share them.
   * Rejects when `signal` is aborted before its turn came.
   */
  exclusively?<T>(work: () => Promise<T>, options?: { readonly signal: AbortSignal }): Promise<T>
}

/**
 * Lets a person give the authorization at `url`, and resolves with the parameters of the callback. Rejects when that is not
 * to be; `signal` says when the answer is of no use any more.
 */
export type Authorize = (url: URL, context: { readonly signal: AbortSignal }) => Promise<URLSearchParams>
