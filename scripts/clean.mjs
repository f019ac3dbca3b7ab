// Removes build output before `tsc`: it never deletes what a removed source once emitted, and that would be published.
import { rmSync } from 'node:fs'

for (const folder of process.argv.slice(2)) rmSync(folder, { recursive: true, force: true })
