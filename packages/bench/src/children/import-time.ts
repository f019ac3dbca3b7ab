// node import-time.js SPECIFIER: prints how long the import takes in a fresh process, and how many modules it loads.
import { loadedModules } from './loaded-modules.js'

const [specifier = ''] = process.argv.slice(2)
const from = performance.now()
await import(specifier)
const ms = performance.now() - from
process.stdout.write(`${JSON.stringify({ ms, ...(await loadedModules()) })}\n`)
