import { toolCatalog, runCatalog } from '../packages/docs/src/index.js'

process.exitCode = await runCatalog(toolCatalog, process.argv.slice(2))
