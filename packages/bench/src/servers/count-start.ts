// node --import count-start.js server.js: appends a line to the file in BENCH_STARTS for each start of the server.
import { appendFileSync } from 'node:fs'

const file = process.env['BENCH_STARTS']
if (file !== undefined) appendFileSync(file, `${process.pid}\n`)
