import { z } from 'zod'

/** Whose tokens they are: never the name of a server alone, which says nothing of who stands behind it. */
export interface GrantKey {
  /** The endpoint of the server, as it is configured. */
  readonly server: string
  /** The configured client, or where it describes itself; an empty string where it can only be registered. */
  readonly client: string
  /** The configured scopes, sorted and separated by spaces. */
  readonly scopes: string
}

const optionalText = z.string().optional()

const tokens = z.looseObject({
  access_token: z.string(),
  token_type: z.string(),
  refresh_token: optionalText,
  id_token: optionalText,
  scope: optionalText,
  expires_in: z.number().optional(),
  issuer: optionalText,
})

const registration = z.looseObject({
  client_id: z.string(),
  client_secret: optionalText,
  redirect_uris: z.array(z.string()).optional(),
  issuer: optionalText,
})

const grant = z.object({
  server: z.string(),
  client: z.string(),
  scopes: z.string(),
  /** The authorization server, by its own name. */
  issuer: z.string(),
  registration: registration.optional(),
  tokens: tokens.optional(),
  /** In ms since 1970-01-01. */
  savedAt: z.number(),
})

/** What one authorization server gave for one server. */
export type Grant = z.output<typeof grant>
export type StoredTokens = z.output<typeof tokens>
export type StoredRegistration = z.output<typeof registration>

const file = z.object({ version: z.literal(1), grants: z.array(grant) })

/** The grants in the text of a file, or `undefined` when it is not one of these. Never throws. */
export function parseGrants(text: string): readonly Grant[] | undefined {
  try {
    return file.parse(JSON.parse(text)).grants
  } catch {
    return undefined
  }
}

export function formatGrants(grants: readonly Grant[]): string {
  return `${JSON.stringify({ version: 1, grants }, undefined, 2)}\n`
}

export function belongsTo(candidate: Grant, { server, client, scopes }: GrantKey): boolean {
  return candidate.server === server && candidate.client === client && candidate.scopes === scopes
}

/** One of the two may end with a slash that the other lacks, where the SDK made it from a URL. */
export function sameIssuer(a: string, b: string): boolean {
  return a.replace(/\/$/, '') === b.replace(/\/$/, '')
}
