// node first-connect.js: prints how many modules of the SDK are loaded after the import of the client, and after a connection.
import { connectMcpServer } from '@harness-mcp/client'

import { loadedModules } from './loaded-modules.js'

const atImport = await loadedModules()
const script = new URL('../servers/payload-stdio.js', import.meta.url).pathname
const server = await connectMcpServer({
  serverName: 'bench',
  transport: 'stdio',
  command: process.execPath,
  args: [script],
})
const { state } = server.snapshot()
const connected = await loadedModules()
await server.close()
process.stdout.write(`${JSON.stringify({ atImport: atImport.ofSdk, connected: connected.ofSdk, state })}\n`)
