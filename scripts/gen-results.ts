import { resultsCatalog, runCatalog } from '../packages/docs/src/index.js'

process.exitCode = await runCatalog(resultsCatalog, process.argv.slice(2))
