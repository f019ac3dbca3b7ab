#!/usr/bin/env -S node --expose-internals
import { runCommandLine } from './cli.js'

// No process.exit(): that the process ends by itself shows that nothing of the servers is left.
process.exitCode = await runCommandLine(process.argv.slice(2))
