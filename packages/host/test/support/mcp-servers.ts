import { configFile } from './config.js'

/** The file of a desktop client, with its servers where Claude Desktop has them. */
export function clientFile(mcpServers: Record<string, object>): string {
  return configFile(JSON.stringify({ mcpServers }, undefined, 2), 'claude_desktop_config.json')
}
