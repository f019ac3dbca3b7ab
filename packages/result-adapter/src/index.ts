export { parseArguments, type ParsedArguments } from './arguments.js'
export { decodeBase64, type DecodedBase64 } from './base64.js'
export { createMcpToolDefinition, type McpToolSource } from './definition.js'
export { diagnostic } from './diagnostics.js'
export { McpError, type McpErrorCode, type McpErrorDetails } from './error.js'
export { failureOutcome } from './failure.js'
export type {
  AnyBlock,
  AttachmentStore,
  ImageToStore,
  McpToolDefinition,
  ModelDirectory,
  RegistryBlock,
  RegistryResult,
  ServiceLookup,
  ToolExecution,
} from './harness.js'
export type { JsonObject, JsonValue } from './json.js'
export { onAbort } from './on-abort.js'
export type { CanonicalValue, ImageMediaType, McpOutcome, ModelBlock } from './outcome.js'
export { cutText, plainLine, plainText, type CutText } from './plain-text.js'
export { projectResult, type ProjectOptions } from './project.js'
export { isTextMediaType, textOfBlob, type BlobText } from './text-media.js'
export { untilAborted } from './until-aborted.js'
