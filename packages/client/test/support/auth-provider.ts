import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'

/** A provider that keeps everything in its fields. */
export class MemoryProvider implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:4/callback'
  saved: StoredOAuthTokens | undefined
  registration: StoredOAuthClientInformation | undefined
  discovery: OAuthDiscoveryState | undefined
  verifier = ''
  readonly invalidated: string[] = []
  redirects = 0

  get clientMetadata(): OAuthClientMetadata {
    return { client_name: 'test', redirect_uris: [this.redirectUrl], token_endpoint_auth_method: 'none' }
  }

  state(): string {
    return 'the-state-of-this-flow'
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.registration
  }

  saveClientInformation(registration: StoredOAuthClientInformation): void {
    this.registration = registration
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.saved
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.saved = tokens
  }

  redirectToAuthorization(): void {
    this.redirects++
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier
  }

  codeVerifier(): string {
    return this.verifier
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovery = state
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovery
  }

  invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    this.invalidated.push(what)
    if (what === 'tokens') this.saved = undefined
    if (what === 'client') this.registration = undefined
    if (what === 'discovery') this.discovery = undefined
  }
}
