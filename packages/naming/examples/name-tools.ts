import { isServerName, publicToolName } from '@harness-mcp/naming'

const server = 'github'
if (!isServerName(server)) throw new Error(`${server} cannot name a server`)

// The way back to the raw name is a map, never the text of the public name.
const rawNames = new Map(['create_issue', 'issues.list'].map((raw) => [publicToolName(server, raw), raw]))

console.log([...rawNames])
// [['mcp__github__create_issue', 'create_issue'], ['mcp__github__issues_list_a8abd7fe1976', 'issues.list']]
