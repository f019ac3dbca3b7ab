// A host in a process of its own: node host.mjs <how it ends> <command> <args…>
import { connectMcpServer } from '@harness-mcp/client'

const [, , ending, command, ...args] = process.argv
const server = await connectMcpServer({ serverName: 'lab', transport: 'stdio', command, args })
process.stdout.write('ready\n')

if (ending === 'wait') setInterval(() => {}, 60_000)
if (ending === 'close') await server.close()
if (ending === 'exit') setTimeout(() => process.exit(5), 300)
if (ending === 'throw') {
  setTimeout(() => {
    throw new Error('the host throws')
  }, 300)
}
