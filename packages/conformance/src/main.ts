import { runCommandLine } from './cli.js'

// No process.exit(): that the process ends by itself shows that nothing is left open.
process.exitCode = await runCommandLine(process.argv.slice(2))
