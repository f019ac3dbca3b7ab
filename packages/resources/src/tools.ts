import type { JsonValue } from '@harness-mcp/result-adapter'

/** One of the three shared tools, as a model is told about it. */
export interface McpResourceTool {
  /** The same in every harness. */
  readonly name: McpResourceToolName
  /** What the model reads of it. */
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly inputSchema: { type: 'object'; [keyword: string]: JsonValue }
}

/** The names of the three shared tools. */
export type McpResourceToolName = 'list_mcp_resources' | 'list_mcp_resource_templates' | 'read_mcp_resource'

const server = { type: 'string', description: 'The name of the MCP server, as given in the system prompt.' }

const cursor = {
  type: 'string',
  description:
    'A nextCursor from an earlier result of this server, to get that page alone. Leave it out for the whole list.',
}

const uri = { type: 'string', description: 'The URI of the document, as listed by that server.' }

export const RESOURCE_TOOLS: readonly McpResourceTool[] = deepFreeze([
  {
    name: 'list_mcp_resources',
    description: 'Lists the documents (resources) of one MCP server with their URIs.',
    inputSchema: { type: 'object', properties: { server, cursor }, required: ['server'], additionalProperties: false },
  },
  {
    name: 'list_mcp_resource_templates',
    description:
      'Lists the URI templates (RFC 6570) of one MCP server. Fill one in to get the URI of a document that no list names.',
    inputSchema: { type: 'object', properties: { server, cursor }, required: ['server'], additionalProperties: false },
  },
  {
    name: 'read_mcp_resource',
    description: 'Reads one document (resource) of one MCP server.',
    inputSchema: {
      type: 'object',
      properties: { server, uri },
      required: ['server', 'uri'],
      additionalProperties: false,
    },
  },
])

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze)
  return Object.freeze(value)
}
