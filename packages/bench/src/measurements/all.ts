import { callsInMemory, callsOverStdio, largestMessage } from './calls.js'
import { discovery } from './discovery.js'
import { firstCall } from './first-call.js'
import { heapGrowth } from './heap-growth.js'
import { importTime } from './import-time.js'
import { installSize } from './install-size.js'
import type { Measurement } from './measurement.js'
import { peakMemory } from './peak-memory.js'
import { refresh } from './refresh.js'
import { start } from './start.js'
import { together } from './together.js'

/** In the order of the report. */
export const measurements: readonly Measurement[] = [
  start,
  together,
  callsOverStdio,
  callsInMemory,
  largestMessage,
  discovery,
  firstCall,
  refresh,
  heapGrowth,
  peakMemory,
  importTime,
  installSize,
]
