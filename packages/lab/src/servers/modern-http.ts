// node modern-http.js [--only-modern] [--port PORT]
import { parseArgs } from 'node:util'
import { startModernHttp } from '../http/modern.js'

const { values } = parseArgs({
  options: { 'only-modern': { type: 'boolean', default: false }, port: { type: 'string', default: '0' } },
})

const { url } = await startModernHttp({ onlyModern: values['only-modern'], port: Number(values.port) })
process.stdout.write(`${url}\n`)
