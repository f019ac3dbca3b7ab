// node legacy-http.js [--stateless] [--port PORT]
import { parseArgs } from 'node:util'
import { startLegacyHttp } from '../http/legacy.js'

const { values } = parseArgs({
  options: { stateless: { type: 'boolean', default: false }, port: { type: 'string', default: '0' } },
})

const { url } = await startLegacyHttp({ stateless: values.stateless, port: Number(values.port) })
process.stdout.write(`${url}\n`)
