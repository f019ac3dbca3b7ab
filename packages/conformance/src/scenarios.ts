import { type AuthorizationName, AUTHORIZATION_SCENARIOS, isAuthorizationName } from './authorization-scenarios.js'
import type { ScenarioOf } from './scenario.js'

const NAMES = [
  'initialize',
  'tools_call',
  'json-schema-2020-12-preservation',
  'sse-retry',
  'request-metadata',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'json-schema-ref-no-deref',
  'elicitation-sep1034-client-defaults',
  'sep-2322-client-request-state',
] as const

export type ScenarioName = (typeof NAMES)[number] | AuthorizationName

export function isScenarioName(name: string): name is ScenarioName {
  return NAMES.some((known) => known === name) || isAuthorizationName(name)
}

export type Scenario = ScenarioOf<ScenarioName>

const TOOLS_CALL = ['ToolAddNumbers', 'WireSchemaValid']

const SCHEMA_PRESERVATION = [
  ...[
    'ToolFound',
    'EchoCompleted',
    '$SchemaPreserved',
    '$DefsPreserved',
    'AdditionalPropertiesPreserved',
    'CompositionKeywordsPreserved',
    'ConditionalKeywordsPreserved',
    'AnchorKeywordPreserved',
  ].map((kept) => `JsonSchema2020_12Client${kept}`),
  'WireSchemaValid',
]

const SSE_RETRY = ['ClientGracefulReconnect', 'ClientRespectsRetryField', 'ClientSendsLastEventId']

const REQUEST_METADATA = [
  'ClientSendsVersionHeader',
  'ClientPopulatesMeta',
  'ClientSendsClientInfo',
  'ClientVersionHeaderMatchesMeta',
  'ClientRetrySupportedVersion',
]

const STANDARD_HEADERS = [
  'ClientMcpMethodHeader_tools_list',
  'ClientMcpMethodHeader_tools_call',
  'ClientMcpMethodHeader_resources_list',
  'ClientMcpMethodHeader_resources_read',
  'ClientMcpNameHeader_tools_call',
  'ClientMcpNameHeader_resources_read',
]

const CUSTOM_HEADERS = [
  'ClientSupportsCustomHeaders',
  ...['Region', 'Priority', 'Verbose', 'Debug', 'EmptyVal', 'Method', 'NonAscii', 'Whitespace', 'LeadingSpace']
    .concat(['TrailingSpace', 'InternalSpace', 'ControlChar', 'CrLf', 'Tab'])
    .map((header) => `ClientCustomHeader_${header}`),
  'ClientCustomHeaderNoMirrorNumber',
  'ClientCustomHeaderNoMirrorUnannotated',
  'ClientCustomHeaderOmitNull',
]

const INVALID_TOOL_HEADERS = [
  'ClientKeepsValidTool',
  ...['empty_header', 'object_header', 'array_header', 'null_header', 'number_header', 'duplicate_same_case']
    .concat(['duplicate_diff_case', 'space_in_name', 'colon_in_name', 'non_ascii_name', 'control_char_name'])
    .map((fault) => `ClientRejectsInvalidTool_invalid_${fault}`),
]

const ELICITATION_DEFAULTS = ['String', 'Integer', 'Number', 'Enum', 'Boolean'].map(
  (kind) => `ClientElicitationSEP1034${kind}Default`,
)

const REQUEST_STATE = [
  'MRTRClientRequestStateEchoed',
  'MRTRClientJsonRpcIdDifferent',
  'MRTRClientNoStateOmitted',
  'MRTRClientParallelIsolation',
  'DefaultResultTypeComplete',
]

/** Every client scenario of the suite but the other extensions and what the client does not offer. */
export const SCENARIOS: readonly Scenario[] = [
  { name: 'initialize', wire: '2025-11-25', demanded: ['MCPClientInitialization'] },
  { name: 'tools_call', wire: '2025-11-25', demanded: TOOLS_CALL },
  { name: 'json-schema-2020-12-preservation', wire: '2025-11-25', demanded: SCHEMA_PRESERVATION },
  { name: 'sse-retry', wire: '2025-11-25', demanded: SSE_RETRY, isTimed: true },
  { name: 'elicitation-sep1034-client-defaults', wire: '2025-11-25', demanded: ELICITATION_DEFAULTS },
  { name: 'tools_call', wire: '2026-07-28', demanded: TOOLS_CALL },
  { name: 'json-schema-2020-12-preservation', wire: '2026-07-28', demanded: SCHEMA_PRESERVATION },
  { name: 'request-metadata', wire: '2026-07-28', demanded: REQUEST_METADATA },
  { name: 'http-standard-headers', wire: '2026-07-28', demanded: STANDARD_HEADERS },
  { name: 'http-custom-headers', wire: '2026-07-28', demanded: CUSTOM_HEADERS },
  { name: 'http-invalid-tool-headers', wire: '2026-07-28', demanded: INVALID_TOOL_HEADERS },
  { name: 'json-schema-ref-no-deref', wire: '2026-07-28', demanded: ['NoNetworkRefDereference'] },
  { name: 'sep-2322-client-request-state', wire: '2026-07-28', demanded: REQUEST_STATE },
  ...AUTHORIZATION_SCENARIOS,
]
