import { configCatalog, runCatalog } from '../packages/docs/src/index.js'

process.exitCode = await runCatalog(configCatalog, process.argv.slice(2))
