/*
 * How the documented clients spell one server, beside this package's own fields:
 *
 * Claude Code     type stdio|http|streamable-http|sse, ${VAR}, ${VAR:-default}   code.claude.com/docs/en/mcp
 * Claude Desktop  command, args, env                                          modelcontextprotocol.io/docs/develop/connect-local-servers
 * VS Code         "servers", type stdio|http|sse, ${env:VAR}, ${input:id}, JSON with comments
 *                                                                             code.visualstudio.com/docs/copilot/reference/mcp-configuration
 * Cursor          envFile, ${env:VAR}                                         docs.cursor.com/context/model-context-protocol
 * Windsurf        serverUrl, disabled, disabledTools                          docs.windsurf.com/windsurf/cascade/mcp
 * Cline           type streamableHttp, alwaysAllow, autoApprove, disabled, timeout in seconds
 *                                                                             docs.cline.bot/mcp/configuring-mcp-servers
 * Gemini CLI      httpUrl, includeTools, excludeTools, trust, timeout in ms   geminicli.com/docs/tools/mcp-server
 * Zed             "context_servers", command as an object, enabled, JSON with comments
 *                                                                             zed.dev/docs/ai/mcp
 */

/** The transports by their spellings, in small letters and without `-` and `_`. */
export const TYPES: ReadonlyMap<string, 'stdio' | 'http' | 'sse'> = new Map([
  ['stdio', 'stdio'],
  ['local', 'stdio'],
  ['http', 'http'],
  ['streamablehttp', 'http'],
  ['remote', 'http'],
  ['sse', 'sse'],
])

/** Fields whose name alone differs. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['transport', 'type'],
  ['transportType', 'type'],
  ['serverUrl', 'url'],
  ['httpUrl', 'url'],
  ['environment', 'env'],
  ['autoApprove', 'alwaysAllow'],
  ['autoAllow', 'alwaysAllow'],
])

/** Fields that say something about a server which this package has no use for. */
export const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'description',
  'name',
  'icon',
  'source',
  'gallery',
  'version',
])

/** Fields with an effect elsewhere that they do not have here, and what to do about it. */
export const NOT_TAKEN: ReadonlyMap<string, string> = new Map([
  ['timeout', 'clients disagree on its unit; set toolCallTimeoutMs'],
  ['trust', 'list the tools in alwaysAllow'],
  ['envFile', 'files of variables are not read; set env'],
])
