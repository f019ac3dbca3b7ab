import { randomBytes } from 'node:crypto'

import type { McpAuthProvider } from '@harness-mcp/client'

import {
  belongsTo,
  type Grant,
  type GrantKey,
  sameIssuer,
  type StoredRegistration,
  type StoredTokens,
} from './grant.js'
import type { OAuthSettings } from './settings.js'
import type { TokenStore } from './token-store.js'

type Metadata = McpAuthProvider['clientMetadata']
type Discovery = Awaited<ReturnType<NonNullable<McpAuthProvider['discoveryState']>>>
type Context = { readonly issuer: string } | undefined
type Invalid = Parameters<NonNullable<McpAuthProvider['invalidateCredentials']>>[0]

interface SessionAuthParts {
  readonly key: GrantKey
  readonly settings: OAuthSettings
  readonly store: TokenStore
  readonly port: number
}

/** The provider of one server of a session: its tokens are in a store, and a callback comes to a port of this machine. */
export class SessionAuthProvider implements McpAuthProvider {
  /** Absent for a given client: the SDK registers none that it cannot save. */
  readonly saveClientInformation?: (registration: StoredRegistration, context?: Context) => Promise<void>
  readonly #settings: OAuthSettings
  readonly #store: TokenStore
  readonly #key: GrantKey
  #port: number
  #moved = false
  /** What was discovered belongs to the verifier: the code may go to no other authorization server than the one that was asked. */
  #discovery: Discovery
  #verifier = ''
  #grants: readonly Grant[] | undefined

  /** The provider of the server at `server`. Callbacks come to the port that its client registered, or else to a free one. */
  static async open(
    server: string,
    settings: OAuthSettings,
    store: TokenStore,
    freePort: () => Promise<number>,
  ): Promise<SessionAuthProvider> {
    const key = keyOf(server, settings)
    const grants = (await store.read()).filter((grant) => belongsTo(grant, key))
    return new SessionAuthProvider({ key, settings, store, port: registeredPort(grants) ?? (await freePort()) })
  }

  constructor({ key, settings, store, port }: SessionAuthParts) {
    this.#settings = settings
    this.#store = store
    this.#key = key
    this.#port = port
    if (settings.clientId === undefined)
      this.saveClientInformation = (registration, context) => this.#save({ registration, tokens: undefined }, context)
  }

  get port(): number {
    return this.#port
  }

  /** From now on callbacks come to this port. A client that registered another one is registered anew. */
  usePort(port: number): void {
    this.#moved ||= port !== this.#port
    this.#port = port
  }

  get redirectUrl(): string {
    return `http://127.0.0.1:${this.#port}/callback`
  }

  get clientMetadata(): Metadata {
    const { scopes } = this.#key
    return {
      client_name: 'harness-mcp',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(scopes !== '' && { scope: scopes }),
    }
  }

  state(): string {
    return randomBytes(32).toString('base64url')
  }

  async clientInformation(context?: Context): Promise<StoredRegistration | undefined> {
    const { clientId, clientSecret, issuer } = this.#settings
    if (clientId !== undefined)
      return {
        client_id: clientId,
        ...(clientSecret !== undefined && { client_secret: clientSecret }),
        ...(issuer !== undefined && { issuer }),
      }
    return this.#moved ? undefined : (await this.#find(context))?.registration
  }

  async tokens(context?: Context): Promise<StoredTokens | undefined> {
    return (await this.#find(context))?.tokens
  }

  async saveTokens(tokens: StoredTokens, context?: Context): Promise<void> {
    await this.#save({ tokens }, context)
  }

  redirectToAuthorization(): void {
    // The client shows the URL, and a person is brought there by `authenticate()`.
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  saveDiscoveryState(state: NonNullable<Discovery>): void {
    this.#discovery = state
  }

  discoveryState(): Discovery {
    return this.#discovery
  }

  async invalidateCredentials(what: Invalid): Promise<void> {
    if (what === 'discovery' || what === 'all') this.#discovery = undefined
    if (what === 'verifier' || what === 'all') this.#verifier = ''
    if (what === 'tokens' || what === 'client' || what === 'all') await this.#forget(what)
  }

  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#store.exclusively(JSON.stringify(this.#key), async () => {
      // Another process may have renewed them.
      this.#grants = undefined
      return work()
    })
  }

  /** Without an issuer: what was saved last, which is what the server is sent. */
  async #find(context: Context): Promise<Grant | undefined> {
    this.#grants ??= (await this.#store.read()).filter((grant) => belongsTo(grant, this.#key))
    if (context) return this.#grants.find(({ issuer }) => sameIssuer(issuer, context.issuer))
    return this.#grants.filter(({ tokens }) => tokens).toSorted((a, b) => b.savedAt - a.savedAt)[0]
  }

  async #save(part: Partial<Pick<Grant, 'registration' | 'tokens'>>, context: Context): Promise<void> {
    const issuer = context?.issuer ?? part.tokens?.issuer ?? part.registration?.issuer ?? ''
    if (part.registration) this.#moved = false
    await this.#change((own) => {
      const old = own.find((grant) => sameIssuer(grant.issuer, issuer))
      const grant: Grant = { ...this.#key, ...old, issuer, ...part, savedAt: Date.now() }
      return [...own.filter((other) => other !== old), grant]
    })
  }

  async #forget(what: 'tokens' | 'client' | 'all'): Promise<void> {
    const latest = await this.#find(undefined)
    await this.#change((own) =>
      own.map((grant) => {
        if (what === 'tokens' && grant.issuer !== latest?.issuer) return grant
        return {
          ...grant,
          ...(what !== 'client' && { tokens: undefined }),
          ...(what !== 'tokens' && { registration: undefined }),
        }
      }),
    )
  }

  async #change(change: (own: readonly Grant[]) => readonly Grant[]): Promise<void> {
    await this.#store.change((all) => {
      const others = all.filter((grant) => !belongsTo(grant, this.#key))
      this.#grants = change(all.filter((grant) => belongsTo(grant, this.#key)))
      return [...others, ...this.#grants]
    })
  }
}

function keyOf(server: string, { clientId = '', scopes = [] }: OAuthSettings): GrantKey {
  return { server, client: clientId, scopes: [...new Set(scopes)].toSorted().join(' ') }
}

function registeredPort(grants: readonly Grant[]): number | undefined {
  const [latest] = grants.filter(({ registration }) => registration).toSorted((a, b) => b.savedAt - a.savedAt)
  const [uri] = latest?.registration?.redirect_uris ?? []
  const port = uri !== undefined && URL.canParse(uri) ? Number(new URL(uri).port) : 0
  return port > 0 ? port : undefined
}
