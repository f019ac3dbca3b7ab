// node legacy-stdio.js [--asks]
import { parseArgs } from 'node:util'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createLegacyServer } from '../legacy.js'
import { createWorld } from '../offer/world.js'

// The first SDK line does not notice the end of standard input; without this the server would outlive its client.
process.stdin.on('end', () => process.exit())
const { values } = parseArgs({ options: { asks: { type: 'boolean', default: false } } })
await createLegacyServer(createWorld(values)).connect(new StdioServerTransport())
