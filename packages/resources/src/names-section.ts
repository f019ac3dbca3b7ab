/** The paragraph that names the visible servers, or '' when there is none. The same names give the same bytes. */
export function namesSection(servers: readonly string[]): string {
  if (servers.length === 0) return ''
  return [
    '## Documents on MCP servers',
    '',
    'The tools list_mcp_resources, list_mcp_resource_templates and read_mcp_resource work on one server at a time.',
    `Pass one of these names as \`server\`: ${JSON.stringify(servers)}`,
  ].join('\n')
}
