import { endlessPage, pageAt, readJson, readPages } from './pages.js'
import type { Ending } from './outlet.js'
import type { Switches } from './switches.js'
import { asRecord, isRecord, type Request } from './wire.js'

/** What the server does about a request. `hang` differs from `silent` only in the progress it may report. */
export type Answer =
  | { kind: 'result'; result: unknown }
  | { kind: 'error'; error: unknown }
  | { kind: 'silent' }
  | { kind: 'hang' }
  | { kind: Ending }

const note = { uri: 'scripted://note', name: 'note', mimeType: 'text/plain' }
const echo = { name: 'echo', description: 'Returns its arguments as JSON.', inputSchema: { type: 'object' } }

/**
 * Decides the answer: the script first, then what the server knows, then the rule for unknown methods. `changed` is
 * whether the list of tools is the later one.
 */
export function answer(request: Request, switches: Switches, changed = false): Answer {
  return scripted(asRecord(switches.script)[request.method]) ?? known(request, switches, changed) ?? unknown(switches)
}

function scripted(entry: unknown): Answer | undefined {
  if (entry === undefined) return undefined
  if (entry === 'silent' || entry === 'exit') return { kind: entry }
  if (isRecord(entry) && 'result' in entry) return { kind: 'result', result: entry['result'] }
  if (isRecord(entry) && 'error' in entry) return { kind: 'error', error: entry['error'] }
  throw new Error(`the script has an entry that is no answer: ${JSON.stringify(entry)}`)
}

function known(request: Request, switches: Switches, changed: boolean): Answer | undefined {
  switch (request.method) {
    case 'initialize':
      return switches.modern ? unsupported(request) : result(initialized(switches))
    case 'server/discover':
      return switches.modern ? result(discovered(switches)) : undefined
    case 'ping':
      return switches.modern ? undefined : result({})
    case 'tools/list':
      return switches.noTools ? undefined : toolsPage(request.params['cursor'], switches, changed)
    case 'tools/call':
      return switches.noTools ? undefined : call(request, switches)
    case 'resources/list':
      return result({ resources: [note] })
    case 'resources/templates/list':
      return result({ resourceTemplates: [] })
    case 'resources/read':
      return result({ contents: [{ uri: request.params['uri'], mimeType: 'text/plain', text: 'A scripted note.' }] })
    default:
      return undefined
  }
}

function unknown(switches: Switches): Answer {
  if (switches.unknown !== 'reply') return { kind: switches.unknown }
  return { kind: 'error', error: { code: -32601, message: 'Method not found' } }
}

function initialized(switches: Switches): Record<string, unknown> {
  const { protocolVersion, instructions } = switches
  const serverInfo = { name: 'scripted', version: '1.0.0' }
  return { protocolVersion, capabilities: capabilities(switches), serverInfo, instructions }
}

// MCP specification 2026-07-28, basic/versioning: what a server without the handshake answers to it.
function unsupported({ params }: Request): Answer {
  const data = { supported: ['2026-07-28'], requested: params['protocolVersion'] }
  return { kind: 'error', error: { code: -32022, message: 'Unsupported protocol version', data } }
}

function discovered(switches: Switches): Record<string, unknown> {
  const { instructions } = switches
  return { supportedVersions: ['2026-07-28'], capabilities: capabilities(switches), instructions }
}

function capabilities({ noTools }: Switches): Record<string, unknown> {
  return noTools ? { resources: {} } : { tools: { listChanged: true }, resources: {} }
}

function toolsPage(cursor: unknown, switches: Switches, changed: boolean): Answer {
  if (switches.endless) return result(endlessPage(cursor))
  const file = changed ? (switches.toolsAfter ?? switches.tools) : switches.tools
  const page = pageAt(cursor, file === undefined ? [{ tools: [echo] }] : readPages(file))
  if (page !== undefined) return result(page)
  return { kind: 'error', error: { code: -32602, message: 'Unknown cursor' } }
}

function call(request: Request, switches: Switches): Answer {
  if (switches.call !== 'answer') return { kind: switches.call }
  if (switches.result !== undefined) return result(readJson(switches.result))
  return result({ content: [{ type: 'text', text: JSON.stringify(request.params['arguments'] ?? {}) }] })
}

function result(value: unknown): Answer {
  return { kind: 'result', result: value }
}
