// node --expose-gc peak-memory.js CONTENDER TOOL: prints by how many bytes the process grew at most during one call.
import { readFileSync } from 'node:fs'

import { contenderNamed } from '../contenders/all.js'
import { longestText } from '../contenders/contender.js'
import { readName } from '../contenders/names.js'
import { payloadOverStdio } from '../servers/targets.js'

const [name = '', tool = ''] = process.argv.slice(2)
const session = await contenderNamed(readName(name)).open(payloadOverStdio())
const call = (which: string): Promise<unknown> => session.call(which, new AbortController().signal)

// Everything that is loaded and compiled on first use is there before the call that counts.
for (let time = 0; time < 50; time++) await call('tiny')
await call('text-1mb')
globalThis.gc?.()
const before = process.memoryUsage.rss()
const characters = longestText(await call(tool)).length
const grown = peakBytes() - before
await session.close()
process.stdout.write(`${JSON.stringify({ grown, characters })}\n`)

/** Not `maxRSS` where it can be avoided: on Linux that starts with what the parent had when it started this process. */
function peakBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}
