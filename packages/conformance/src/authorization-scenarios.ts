import type { ScenarioOf, Wire } from './scenario.js'

const NAMES = [
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
  'auth/resource-mismatch',
  'auth/offline-access-scope',
  'auth/offline-access-not-supported',
  'auth/authorization-server-migration',
  'auth/iss-supported',
  'auth/iss-not-advertised',
  'auth/iss-supported-missing',
  'auth/iss-wrong-issuer',
  'auth/iss-unexpected',
  'auth/iss-normalized',
  'auth/metadata-issuer-mismatch',
  'auth/2025-03-26-oauth-metadata-backcompat',
  'auth/2025-03-26-oauth-endpoint-fallback',
  'auth/client-credentials-jwt',
  'auth/client-credentials-basic',
] as const

export type AuthorizationName = (typeof NAMES)[number]

export function isAuthorizationName(name: string): name is AuthorizationName {
  return NAMES.some((known) => known === name)
}

/** What a client does, step by step, as the checks of the suite call it. */
const DISCOVERED = ['PRMPathBasedRequested', 'AuthorizationServerMetadata']
const REGISTERED = ['ClientRegistration', 'DCR application_type specified']
const SENT = ['AuthorizationRequest', 'PKCE Code Challenge', 'PKCE S256 Method']
const TRADED = ['TokenRequest', 'PKCE Code Verifier', 'PKCE Verifier Validation']
const USED = ['ValidBearerToken']

/** To the authorization server with a client that was known before, and with one that is registered on the way. */
const KNOWN_SENT = [...DISCOVERED, ...SENT]
const NEW_SENT = [...DISCOVERED, ...REGISTERED, ...SENT]
const KNOWN_CLIENT = [...KNOWN_SENT, ...TRADED, ...USED]
const NEW_CLIENT = [...NEW_SENT, ...TRADED, ...USED]
/** Its driver looks for the metadata itself, to name the issuer. */
const MACHINE = ['TokenRequest', ...USED]

const RESOURCE = [
  'Resource parameter in authorization request',
  'Resource parameter in token request',
  'Resource parameter is valid canonical URI',
  'Resource parameter consistency',
  'Resource parameter matches protected resource metadata',
]

const ENDPOINT_AUTH = [...NEW_CLIENT, 'Token endpoint authentication method', ...RESOURCE]

/** Checks of what revision 2026-07-28 brought: the suite makes them on no older wire. */
const SINCE_2026: readonly string[] = [
  'DCR application_type specified',
  'Client accumulates previously-granted scopes on re-authorization',
]

type Demands = Partial<Record<AuthorizationName, readonly string[]>>

const ON_BOTH_WIRES: Demands = {
  'auth/metadata-default': [...NEW_CLIENT, ...RESOURCE],
  'auth/metadata-var1': [...NEW_CLIENT, ...RESOURCE],
  'auth/metadata-var2': [...NEW_CLIENT, ...RESOURCE],
  'auth/metadata-var3': [...NEW_CLIENT, ...RESOURCE],
  'auth/basic-cimd': [...KNOWN_CLIENT, 'Client ID Metadata Document Usage'],
  'auth/scope-from-www-authenticate': [...NEW_CLIENT, 'Client scope selection from WWW-Authenticate header'],
  'auth/scope-from-scopes-supported': [...NEW_CLIENT, 'Client scope selection from scopes_supported'],
  'auth/scope-omitted-when-undefined': [...NEW_CLIENT, 'Client scope omission when scopes_supported undefined'],
  'auth/scope-step-up': [
    ...NEW_CLIENT,
    'Client initial scope selection for step-up auth',
    'Client scope escalation for step-up auth',
    'Client accumulates previously-granted scopes on re-authorization',
  ],
  // Its server takes no token.
  'auth/scope-retry-limit': [...NEW_SENT, ...TRADED, 'Client retry limit for scope escalation'],
  'auth/token-endpoint-auth-basic': ENDPOINT_AUTH,
  'auth/token-endpoint-auth-post': ENDPOINT_AUTH,
  'auth/token-endpoint-auth-none': ENDPOINT_AUTH,
  'auth/pre-registration': [...KNOWN_CLIENT, 'Pre-registration authentication'],
  'auth/client-credentials-jwt': [...MACHINE, 'ClientCredentialsJwtVerified'],
  'auth/client-credentials-basic': [...MACHINE, 'ClientCredentialsBasicAuth'],
}

const ON_2026_07_28: Demands = {
  'auth/resource-mismatch': [...DISCOVERED, 'Client rejects mismatched resource'],
  'auth/offline-access-scope': [
    ...NEW_CLIENT,
    'Client metadata includes refresh_token grant type (DCR)',
    'Client requests offline_access scope',
  ],
  'auth/offline-access-not-supported': [...NEW_CLIENT, 'Client does not request unsupported offline_access'],
  'auth/authorization-server-migration': [
    ...NEW_CLIENT,
    'Client re-registers with the new authorization server',
    'Client does not reuse the previous AS client credentials',
    'Client does not assume credentials are portable across authorization servers',
  ],
  'auth/iss-supported': [...NEW_CLIENT, 'Client accepts matching iss when advertised'],
  'auth/iss-not-advertised': [...NEW_CLIENT, 'Client proceeds when iss absent and not advertised'],
  'auth/iss-supported-missing': [...NEW_SENT, 'Client rejects missing iss when required'],
  'auth/iss-wrong-issuer': [...NEW_SENT, 'Client rejects mismatched iss'],
  'auth/iss-unexpected': [...NEW_SENT, 'Client compares unadvertised iss and rejects mismatch'],
  'auth/iss-normalized': [...NEW_SENT, 'Client compares iss without URL normalization'],
  'auth/metadata-issuer-mismatch': [...DISCOVERED, 'Client validates metadata issuer against well-known URL'],
}

/** How servers of revision 2025-03-26 are authorized; they speak a newer wire here. */
const ON_2025_11_25: Demands = {
  'auth/2025-03-26-oauth-metadata-backcompat': [
    'AuthorizationServerMetadata',
    'ClientRegistration',
    ...SENT,
    ...TRADED,
    ...USED,
  ],
  'auth/2025-03-26-oauth-endpoint-fallback': ['ClientRegistration', 'AuthorizationRequest', 'TokenRequest', ...USED],
}

function scenariosOf(wire: Wire, demands: Demands): readonly ScenarioOf<AuthorizationName>[] {
  return NAMES.flatMap((name) => {
    const demanded = demands[name]?.filter((check) => wire === '2026-07-28' || !SINCE_2026.includes(check))
    return demanded ? [{ name, wire, demanded }] : []
  })
}

/** The client scenarios of authorization: all that a revision requires, of 2025-03-26, and of client credentials. */
export const AUTHORIZATION_SCENARIOS: readonly ScenarioOf<AuthorizationName>[] = [
  ...scenariosOf('2025-11-25', { ...ON_BOTH_WIRES, ...ON_2025_11_25 }),
  ...scenariosOf('2026-07-28', { ...ON_BOTH_WIRES, ...ON_2026_07_28 }),
]
