import { DONE } from './done.js'
import { drive } from './drive.js'

const { MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_PROTOCOL_VERSION, MCP_CONFORMANCE_CONTEXT } = process.env

// No process.exit(): that the process ends by itself shows that the client left nothing open.
try {
  await drive({
    scenario: MCP_CONFORMANCE_SCENARIO ?? '',
    revision: MCP_CONFORMANCE_PROTOCOL_VERSION ?? '',
    context: MCP_CONFORMANCE_CONTEXT ?? '{}',
    url: process.argv.at(-1) ?? '',
  })
  process.stdout.write(DONE)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
