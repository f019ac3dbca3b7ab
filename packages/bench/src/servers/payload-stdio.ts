// node payload-stdio.js [--tools N] [--output-schemas] [--modern]
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

import { type Answer, PayloadServer } from './payload-server.js'
import { readRequest } from './wire.js'

const { values } = parseArgs({
  options: {
    tools: { type: 'string', default: '0' },
    'output-schemas': { type: 'boolean', default: false },
    modern: { type: 'boolean', default: false },
  },
})

const server = new PayloadServer({
  tools: Number(values.tools),
  outputSchemas: values['output-schemas'],
  churn: false,
  modern: values.modern,
  label: '',
})
const serialized = new WeakMap<object, Buffer>()
const END = Buffer.from('}\n')

// Before the first request: making the list is no part of any client's time.
const list = server.answer('tools/list', {})
if ('result' in list) bytesOf(list.result)

server.onChange = () => process.stdout.write('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n')

for await (const line of createInterface({ input: process.stdin })) {
  const request = readRequest(JSON.parse(line))
  if (request !== undefined) write(request.id, server.answer(request.method, request.params))
}

function write(id: string | number, answer: Answer): void {
  const [key, value] = 'result' in answer ? (['result', answer.result] as const) : (['error', answer.error] as const)
  process.stdout.cork()
  process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"${key}":`)
  process.stdout.write(bytesOf(value))
  process.stdout.write(END)
  process.stdout.uncork()
}

function bytesOf(value: object): Buffer {
  const known = serialized.get(value)
  if (known !== undefined) return known
  const bytes = Buffer.from(JSON.stringify(value))
  serialized.set(value, bytes)
  return bytes
}
