// node --expose-gc heap-growth.js CONTENDER WARM-UP REFRESHES: prints by how many bytes the heap grew, and during how many refreshes.
import { FURTHER_TOOLS, refresherOf } from './refreshers.js'
import { settledHeapBytes } from '../heap.js'
import { readName } from '../contenders/names.js'

const [name = '', warmUp = '', wanted = ''] = process.argv.slice(2)
const refresher = await refresherOf(readName(name))
// Caches that have a bound fill up first.
await refresher.refresh(Number(warmUp))
const before = await settledHeapBytes()
await refresher.refresh(Number(wanted))
const grown = (await settledHeapBytes()) - before
await refresher.close()
process.stdout.write(`${JSON.stringify({ grown, refreshes: Number(wanted), schemas: FURTHER_TOOLS })}\n`)
