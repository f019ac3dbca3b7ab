import type { ServerEntry } from '../config/entry.js'
import { freePort } from './callback.js'
import { openInBrowser } from './open-url.js'
import type { OpenUrl } from './person.js'
import { SessionAuthProvider } from './provider.js'
import { type AuthProviders, oauthSettings } from './settings.js'
import { fileTokenStore, type TokenStore } from './token-store.js'

export interface SessionOAuthOptions {
  readonly authProviders?: AuthProviders | undefined
  readonly tokenStore?: TokenStore | undefined
  readonly openUrl?: OpenUrl | undefined
}

/** What the servers of one session share of OAuth. */
export class SessionOAuth {
  readonly openUrl: OpenUrl
  readonly #providers: AuthProviders
  readonly #store: TokenStore

  constructor({ authProviders = {}, tokenStore = fileTokenStore(), openUrl = openInBrowser }: SessionOAuthOptions) {
    this.openUrl = openUrl
    this.#providers = authProviders
    this.#store = tokenStore
  }

  /** The provider of a server, or `undefined` for one that is not authorized by OAuth. */
  async providerOf({ config, oauth, handle }: ServerEntry): Promise<SessionAuthProvider | undefined> {
    if (handle || config.transport === 'stdio') return undefined
    const settings = oauthSettings(oauth, config.headers ?? {}, this.#providers)
    return settings && SessionAuthProvider.open(config.url, settings, this.#store, freePort)
  }
}
