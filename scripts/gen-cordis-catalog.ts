import { cordisCatalog, runCatalog } from '../packages/docs/src/index.js'

process.exitCode = await runCatalog(cordisCatalog, process.argv.slice(2))
