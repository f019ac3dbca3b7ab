import { connectMcpServer } from '@harness-mcp/client'

const files = await connectMcpServer({
  serverName: 'files',
  transport: 'stdio',
  command: 'npx',
  args: ['-y', '@modelcontextprotocol/server-filesystem', '.'],
})
const { state, reason } = files.snapshot()
if (state !== 'ready') throw new Error(`files is ${state}: ${reason}`)

console.log(files.tools().map(({ name }) => name)) // with description and inputSchema, what you declare to the model
const outcome = await files.call('mcp__files__list_directory', { path: '.' })
console.log(outcome.content) // what the model reads: text and images
await files.close()
