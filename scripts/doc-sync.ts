import { runDocSync } from '../packages/docs/src/index.js'

process.exitCode = await runDocSync()
