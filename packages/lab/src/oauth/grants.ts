import { createHash, randomBytes } from 'node:crypto'

/** A client that is known. */
export interface KnownClient {
  id: string
  secret: string | undefined
  redirectUris: readonly string[]
}

/** What a person allowed. */
export interface Allowed {
  client: string
  scope: string
  resource: string | undefined
  redirectUri: string
  challenge: string
}

/** Tokens as the token endpoint answers them. */
export interface Tokens {
  access_token: string
  token_type: 'Bearer'
  scope: string
  refresh_token?: string
}

/** Everything that an authorization server has given out. */
export class Grants {
  readonly clients: Map<string, KnownClient> = new Map<string, KnownClient>()
  readonly #codes = new Map<string, Allowed>()
  readonly #access = new Map<string, Allowed>()
  readonly #refresh = new Map<string, Allowed>()

  register(redirectUris: readonly string[]): KnownClient {
    const client = { id: `client-${secret()}`, secret: undefined, redirectUris }
    this.clients.set(client.id, client)
    return client
  }

  allow(allowed: Allowed): string {
    const code = `code-${secret()}`
    this.#codes.set(code, allowed)
    return code
  }

  /** Takes a code once. `undefined` when the code, the redirect or the verifier is wrong. */
  redeem(code: string, redirectUri: string, verifier: string): Allowed | undefined {
    const allowed = this.#codes.get(code)
    this.#codes.delete(code)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    return allowed?.redirectUri === redirectUri && allowed.challenge === challenge ? allowed : undefined
  }

  /** Takes a refresh token once. */
  refresh(token: string): Allowed | undefined {
    const allowed = this.#refresh.get(token)
    this.#refresh.delete(token)
    return allowed
  }

  issue(allowed: Allowed, refreshes: boolean): Tokens {
    const access = `access-${secret()}`
    this.#access.set(access, allowed)
    const tokens: Tokens = { access_token: access, token_type: 'Bearer', scope: allowed.scope }
    if (!refreshes) return tokens
    const refresh = `refresh-${secret()}`
    this.#refresh.set(refresh, allowed)
    return { ...tokens, refresh_token: refresh }
  }

  /** What a token allows, while it is good. */
  allows(token: string): Allowed | undefined {
    return this.#access.get(token)
  }

  expireAccess(): void {
    this.#access.clear()
  }

  revokeAll(): void {
    this.#access.clear()
    this.#refresh.clear()
  }
}

function secret(): string {
  return randomBytes(16).toString('hex')
}
