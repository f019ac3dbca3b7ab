type Maybe<T> = T | undefined | Promise<T | undefined>
type Done = void | Promise<void>

/** Which authorization server something belongs to, by its own name. */
export interface AuthContext {
  /** The issuer identifier of the authorization server, as it names itself (RFC 8414). */
  readonly issuer: string
}

/** What a client says of itself when it registers (RFC 7591). */
export interface AuthClientMetadata {
  /** Where a callback may come to. */
  readonly redirect_uris: readonly string[]
  /** What a person reads when asked for the authorization. */
  readonly client_name?: string | undefined
  /** How tokens are got, such as `authorization_code` and `refresh_token`. */
  readonly grant_types?: readonly string[] | undefined
  /** What comes back to the callback: `code`. */
  readonly response_types?: readonly string[] | undefined
  /** How the client proves who it is at the token endpoint; `none` for a client without a secret. */
  readonly token_endpoint_auth_method?: string | undefined
  /** What to ask for when the server names nothing, separated by spaces. */
  readonly scope?: string | undefined
}

/** A client as an authorization server knows it (RFC 7591). */
export interface AuthRegistration {
  /** The id that the authorization server gave the client. */
  readonly client_id: string
  /** Its secret, when it has one. */
  readonly client_secret?: string | undefined
  /** The authorization server that it was registered at. */
  readonly issuer?: string | undefined
}

/** What an authorization server gave (RFC 6749, section 5.1). */
export interface AuthTokens {
  /** What is sent with each request. */
  readonly access_token: string
  /** How the access token is sent, such as `Bearer`. */
  readonly token_type: string
  /** What new tokens are asked for with, when there is one. */
  readonly refresh_token?: string | undefined
  /** What the tokens are good for, separated by spaces. */
  readonly scope?: string | undefined
  /** The authorization server that gave them. */
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
  /** What the client says of itself when it registers. */
  readonly clientMetadata: AuthClientMetadata
  /** An https URL where the client describes itself: its id, where the authorization server takes such ones. */
  readonly clientMetadataUrl?: string | undefined
  /** The value that must come back with the callback. */
  state?(): string | Promise<string>
  /**
   * The registration of the client, or `undefined` when there is none yet.
   *
   * @param context - the authorization server that is asked; absent when none is known.
   */
  clientInformation(context?: AuthContext): Maybe<AuthRegistration>
  /**
   * Keeps the registration of the client.
   *
   * @param registration - what the authorization server gave.
   * @param context - which one that was.
   */
  saveClientInformation?(registration: AuthRegistration, context?: AuthContext): Done
  /**
   * Without a context: what was saved last.
   *
   * @param context - the authorization server whose tokens are wanted.
   */
  tokens(context?: AuthContext): Maybe<AuthTokens>
  /**
   * Keeps tokens in place of those before.
   *
   * @param tokens - what the authorization server gave.
   * @param context - which one that was.
   */
  saveTokens(tokens: AuthTokens, context?: AuthContext): Done
  /**
   * Part of the SDK's interface; not called.
   *
   * @param url - where a person could give the authorization.
   */
  redirectToAuthorization(url: URL): Done
  /**
   * Keeps the code verifier of the authorization that begins (RFC 7636).
   *
   * @param verifier - the new one.
   */
  saveCodeVerifier(verifier: string): Done
  /** The code verifier that was saved last (RFC 7636). */
  codeVerifier(): string | Promise<string>
  /**
   * Keeps what was discovered about the authorization server.
   *
   * @param state - what was discovered; JSON.
   */
  saveDiscoveryState?(state: object): Done
  /** What was discovered, as it was saved. */
  discoveryState?(): Maybe<object>
  /**
   * Forgets what an authorization server no longer takes.
   *
   * @param what - which part.
   */
  invalidateCredentials?(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Done
  /**
   * Runs `work` while nobody else renews these tokens, in this process or another. Without it nobody else may share them.
   * Rejects when `signal` is aborted before its turn came.
   *
   * @param work - what to run.
   * @param options - who waits for the turn; without it the wait has no end of its own.
   */
  exclusively?<T>(work: () => Promise<T>, options?: { readonly signal: AbortSignal }): Promise<T>
}

/**
 * Lets a person give the authorization at `url`, and resolves with the parameters of the callback. Rejects when that is not
 * to be; `signal` says when the answer is of no use any more.
 *
 * @param url - where the person gives it.
 * @param context - `signal` ends the wait.
 */
export type Authorize = (url: URL, context: { readonly signal: AbortSignal }) => Promise<URLSearchParams>
