import { z } from 'zod'

/** No character in it can end it early: RFC 6749, appendix A. */
const scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'expected a scope: no spaces, quotes or backslashes')
const text = z.string().min(1).max(2_048)

const clientFields = {
  clientId: text.optional().describe('The client that is registered already. Default: one is registered.'),
  clientSecret: text.optional().describe('Its secret, if it has one.'),
  clientMetadataUrl: z
    .url({ protocol: /^https$/ })
    .refine((url) => !URL.canParse(url) || new URL(url).pathname !== '/', 'expected the URL of a document')
    .optional()
    .describe('Where the client describes itself: its id, where the authorization server takes such ones.'),
  scopes: z.array(scope).optional().describe('What to ask for, beside what the server asks for itself.'),
  issuer: z
    .url()
    .optional()
    .describe('The only authorization server that may see the client. Default: the one that is discovered.'),
}

const secretNeedsClient = { message: 'clientSecret needs a clientId', path: ['clientSecret'] }

/** How a server of a map is authorized. */
export const oauthEntry = z
  .strictObject({
    enabled: z.boolean().optional().describe('Default: true, unless `headers` has an Authorization.'),
    provider: text
      .optional()
      .describe('The name of an entry of `authProviders`, which is used then; otherwise a label.'),
    ...clientFields,
  })
  .refine(hasClientForSecret, secretNeedsClient)

/** A client at an authorization server, for the servers that name it. */
export const authProvider = z.strictObject(clientFields).refine(hasClientForSecret, secretNeedsClient)

export type OAuthEntry = z.output<typeof oauthEntry>
/** A client at an authorization server, as you write it. */
export type AuthProviderSettings = z.input<typeof authProvider>

/** What an entry and its provider come to. */
export type OAuthSettings = z.output<typeof authProvider>

/** Clients at authorization servers, by the name that `oauth.provider` of a server has. */
export type AuthProviders = Readonly<Record<string, AuthProviderSettings>>

/** The settings of a server, or `undefined` when it is not authorized by OAuth. Its own fields win over those of its provider. */
export function oauthSettings(
  entry: OAuthEntry | undefined,
  headers: Readonly<Record<string, string>>,
  providers: AuthProviders,
): OAuthSettings | undefined {
  const { enabled = !hasAuthorization(headers), provider, ...own } = entry ?? {}
  if (!enabled) return undefined
  const named = provider !== undefined && Object.hasOwn(providers, provider) ? providers[provider] : undefined
  return { ...named, ...own }
}

function hasAuthorization(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
}

function hasClientForSecret({
  clientId,
  clientSecret,
}: {
  clientId?: string | undefined
  clientSecret?: string | undefined
}): boolean {
  return clientSecret === undefined || clientId !== undefined
}
