/**
 * A server of an older revision that does one thing at a time: while its tool waits for the answer of a person it answers
 * nothing. It appends a line to `file` for each `ping` that it lets lie.
 */
export function singleMinded(file: string): { readonly command: string; readonly args: string[] } {
  return { command: process.execPath, args: ['-e', PROGRAM, file] }
}

const PROGRAM = `
const { appendFileSync } = require('node:fs')
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }))
const params = { message: 'Who are you?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } }
const known = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
  'tools/list': { tools: [{ name: 'greet', inputSchema: { type: 'object' } }] },
  ping: {},
}
let call
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, result } = JSON.parse(line)
  if (call !== undefined && method === 'ping') appendFileSync(process.argv[1], 'ping\\n')
  if (id === 'question') {
    send({ id: call, result: { content: [{ type: 'text', text: JSON.stringify(result) }] } })
    call = undefined
  } else if (method === 'tools/call') {
    call = id
    send({ id: 'question', method: 'elicitation/create', params })
  } else if (id !== undefined && call === undefined) {
    send({ id, ...(method in known ? { result: known[method] } : { error: { code: -32601, message: 'no' } }) })
  }
})
`
