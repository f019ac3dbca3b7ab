import { createProgram } from './program.js'

await createProgram({
  print: (text) => void process.stdout.write(`${text}\n`),
  note: (text) => void process.stderr.write(`${text}\n`),
  exitCode: (code) => void (process.exitCode = code),
}).parseAsync()
