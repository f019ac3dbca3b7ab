import { createMcpSession } from '@harness-mcp/sessions'

const mcp = await createMcpSession({
  mcpServers: {
    files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'], alwaysAllow: ['read_file'] },
    api: {
      type: 'http',
      url: 'https://mcp.example.com/mcp',
      headers: { Authorization: `Bearer ${process.env['TOKEN']}` },
    },
    github: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-github'], disabled: true },
  },
  permission: async ({ tool, args }) => {
    console.log(`${tool.server} wants to run ${tool.rawName} with`, args) // ask a person here
    return tool.untrustedHints.destructive ? { kind: 'deny', reason: 'not without a person' } : { kind: 'allow' }
  },
})
for (const { server, state, reason } of mcp.status()) console.log(server, state, reason)

console.log(mcp.prompt()) // joins the system prompt
console.log(mcp.tools().map(({ name }) => name)) // with description and inputSchema, what you declare to the model
const outcome = await mcp.call('mcp__files__list_directory', { path: '.' })
console.log(outcome.content) // what the model reads: text and images
await mcp.close()
