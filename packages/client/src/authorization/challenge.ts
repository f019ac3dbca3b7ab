/** What a server asks for before it answers a request. */
export interface Challenge {
  /** A token in place of the one that was sent, if any, or one for more scopes. */
  readonly wants: 'token' | 'scopes'
  /** The scopes it names, separated by spaces. */
  readonly scope: string | undefined
  /** Where it says who gives out tokens for it. */
  readonly resourceMetadataUrl: URL | undefined
}

/** Reads a refusal (MCP specification 2025-11-25, basic/authorization). `undefined` for every other response. */
export async function challengeOf(response: Response): Promise<Challenge | undefined> {
  if (response.status !== 401 && response.status !== 403) return undefined
  const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client')
  const { scope, resourceMetadataUrl, error } = extractWWWAuthenticateParams(response)
  if (response.status === 401) return { wants: 'token', scope, resourceMetadataUrl }
  return error === 'insufficient_scope' ? { wants: 'scopes', scope, resourceMetadataUrl } : undefined
}
