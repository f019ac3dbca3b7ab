export { connectMcpServer } from './connect.js'
export type { ConnectOptions, McpLogger } from './options.js'
export type { McpServer } from './server.js'
export type {
  AuthClientMetadata,
  AuthContext,
  Authorize,
  AuthRegistration,
  AuthTokens,
  McpAuthProvider,
} from './authorization/provider.js'
export type { CallOptions } from './calls/calls.js'
export type { Walk } from './calls/documents.js'
export type { PingOptions } from './calls/ping.js'
export type { McpTool, UntrustedHints } from './discovery/tool.js'
export type {
  ElicitationAnswer,
  ElicitationBoolean,
  ElicitationChoice,
  ElicitationChoices,
  ElicitationField,
  ElicitationNumber,
  ElicitationOption,
  ElicitationRequest,
  ElicitationSchema,
  ElicitationText,
  ElicitationValue,
  OnElicitation,
} from './elicitation/elicitation.js'
export type { McpEvent, McpListener } from './lifecycle/events.js'
export type { McpSnapshot, McpState } from './lifecycle/snapshot.js'
export type { McpTransport } from './transport/transport.js'
export type { Progress } from './transport/progress.js'
export type { HarnessTool, McpHarness, PromptSection } from './registration/harness.js'
export type { McpClientCode, McpClientError, McpConnectionCode } from './errors.js'
export type { McpServerConfig } from './config/schema.js'
export { createMcpToolDefinition, McpError, type McpErrorCode, type McpOutcome } from '@harness-mcp/result-adapter'
export { Config } from './config/config.js'
export { cordisHarness } from './cordis/cordis-harness.js'
export { mcpServersOf } from './cordis/servers.js'
export { apply, inject, name } from './cordis/plugin.js'
export type { CordisContext, CordisFiber, CordisLogger } from './cordis/context.js'
