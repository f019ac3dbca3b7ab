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
import type { TokenStore, Waiting } from './token-store.js'

type Metadata = McpAuthProvider['clientMetadata']
type Discovery = Awaited<ReturnType<NonNullable<McpAuthProvider['discoveryState']>>>
type Context = { readonly issuer: string } | undefined
type Invalid = Parameters<NonNullable<McpAuthProvider['invalidateCredentials']>>[0]

interface SessionAuthParts {
  readonly key: GrantKey
  readonly settings: OAuthSettings
  readonly store: TokenStore
  readonly port: number
  readonly freePort: () => Promise<number>
}

/** The provider of one server of a session: its tokens are in a store, and a callback comes to a port of this machine. */
export class SessionAuthProvider implements McpAuthProvider {
  /** Absent for a given client: the SDK registers none that it cannot save. */
  readonly saveClientInformation?: (registration: StoredRegistration, context?: Context) => Promise<void>
  readonly #settings: OAuthSettings
  readonly #store: TokenStore
  readonly #key: GrantKey
  readonly #freePort: () => Promise<number>
  #port: number
  #listening = false
  /** What was discovered belongs to the verifier: the code may go to no other authorization server than the one that was asked. */
  #discovery: Discovery
  #verifier = ''
  /** The client that was handed out last: the next tokens are given to it. */
  #client: StoredRegistration | undefined
  /** The client that the verifier belongs to. */
  #asker: StoredRegistration | undefined
  /** The authorization server whose things were handed out last. */
  #issuer = ''
  #grants: readonly Grant[] | undefined

  /** The provider of the server at `server`. Callbacks come to the port that its client registered, or else to a free one. */
  static async open(
    server: string,
    settings: OAuthSettings,
    store: TokenStore,
    freePort: () => Promise<number>,
  ): Promise<SessionAuthProvider> {
    const key = keyOf(server, settings)
    const grants = (await store.read().catch(() => [])).filter((grant) => belongsTo(grant, key))
    const port = registeredPort(grants) ?? (await freePort())
    return new SessionAuthProvider({ key, settings, store, port, freePort })
  }

  constructor({ key, settings, store, port, freePort }: SessionAuthParts) {
    this.#settings = settings
    this.#store = store
    this.#key = key
    this.#port = port
    this.#freePort = freePort
    if (settings.clientId === undefined)
      this.saveClientInformation = async (given, context) => {
        // As it was asked for: some servers repeat the address of the callback without its port, or not at all.
        const registration = { ...given, redirect_uris: [this.redirectUrl] }
        this.#client = registration
        await this.#save({ registration, tokens: undefined }, context)
      }
  }

  get port(): number {
    return this.#port
  }

  /** Until the undo callbacks come to this port. A client that registered another one is registered anew. */
  listenAt(port: number): () => void {
    this.#port = port
    this.#listening = true
    return () => (this.#listening = false)
  }

  /**
   * Nobody came back. An authorization server that does not know the client any more tells the person alone: the next
   * question is asked for a client that is registered anew, unless tokens show that it is known.
   */
  async startOver(): Promise<void> {
    await this.#change((own) => own.map((grant) => (grant.tokens ? grant : { ...grant, registration: undefined })))
    this.#port = await this.#freePort()
  }

  get redirectUrl(): string {
    return `http://127.0.0.1:${this.#port}/callback`
  }

  /** The id of a client that is not registered, where the authorization server takes such ones. */
  get clientMetadataUrl(): string | undefined {
    return this.#settings.clientMetadataUrl
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
    this.#issuer = context?.issuer ?? this.#issuer
    const { clientId, clientSecret, issuer } = this.#settings
    if (clientId !== undefined)
      return {
        client_id: clientId,
        ...(clientSecret !== undefined && { client_secret: clientSecret }),
        ...(issuer !== undefined && { issuer }),
      }
    this.#client = await this.#registered(context)
    return this.#client
  }

  async tokens(context?: Context): Promise<StoredTokens | undefined> {
    const found = this.#find(context)
    // A server that asks for no token needs no store: what is wrong with it is said when one is asked for.
    return (await (context ? found : found.catch(() => undefined)))?.tokens
  }

  /** With the client that they were given to: another process may have registered one since. */
  async saveTokens(tokens: StoredTokens, context?: Context): Promise<void> {
    await this.#save({ tokens, ...(this.#client && { registration: this.#client }) }, context)
  }

  redirectToAuthorization(): void {
    // The client shows the URL, and a person is brought there by `authenticate()`.
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
    this.#asker = this.#client
  }

  codeVerifier(): string {
    this.#client = this.#asker
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

  async exclusively<T>(work: () => Promise<T>, waiting?: Waiting): Promise<T> {
    const fresh = (): Promise<T> => {
      // Another process may have renewed them.
      this.#grants = undefined
      return work()
    }
    return this.#store.exclusively(JSON.stringify(this.#key), fresh, waiting)
  }

  /** The client that is registered for the port. Where nobody listens yet, the port is the one that a client registered. */
  async #registered(context: Context): Promise<StoredRegistration | undefined> {
    const registration = (await this.#find(context))?.registration
    const port = registration && portOf(registration)
    if (port === undefined || port === this.#port) return registration
    if (this.#listening) return undefined
    this.#port = port
    return registration
  }

  /** Without an issuer: what was saved last, which is what the server is sent. */
  async #find(context: Context): Promise<Grant | undefined> {
    this.#grants ??= (await this.#store.read()).filter((grant) => belongsTo(grant, this.#key))
    if (context) return this.#grants.find(({ issuer }) => sameIssuer(issuer, context.issuer))
    return this.#grants.filter(({ tokens }) => tokens).toSorted((a, b) => b.savedAt - a.savedAt)[0]
  }

  async #save(part: Partial<Pick<Grant, 'registration' | 'tokens'>>, context: Context): Promise<void> {
    const issuer = context?.issuer ?? part.tokens?.issuer ?? part.registration?.issuer ?? ''
    await this.#change((own) => {
      const old = own.find((grant) => sameIssuer(grant.issuer, issuer))
      const grant: Grant = { ...this.#key, ...old, issuer, ...part, savedAt: Date.now() }
      return [...own.filter((other) => other !== old), grant]
    })
  }

  /** What was refused, and nothing of another authorization server. */
  async #forget(what: 'tokens' | 'client' | 'all'): Promise<void> {
    await this.#change((own) =>
      own.map((grant) => {
        if (what !== 'all' && !sameIssuer(grant.issuer, this.#issuer)) return grant
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

function keyOf(server: string, { clientId, clientMetadataUrl, scopes = [] }: OAuthSettings): GrantKey {
  return { server, client: clientId ?? clientMetadataUrl ?? '', scopes: [...new Set(scopes)].toSorted().join(' ') }
}

function registeredPort(grants: readonly Grant[]): number | undefined {
  const [latest] = grants.filter(({ registration }) => registration).toSorted((a, b) => b.savedAt - a.savedAt)
  return latest?.registration && portOf(latest.registration)
}

function portOf({ redirect_uris: [uri] = [] }: StoredRegistration): number | undefined {
  const port = uri !== undefined && URL.canParse(uri) ? Number(new URL(uri).port) : 0
  return port > 0 ? port : undefined
}
