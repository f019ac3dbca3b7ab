import { setImmediate as turn } from 'node:timers/promises'

/** The bytes of the heap and of buffers that something still holds. Throws without `--expose-gc`. */
export async function settledHeapBytes(): Promise<number> {
  const { gc } = globalThis
  if (gc === undefined) throw new Error('run node with --expose-gc')
  // Finalizers run between collections, and free what the next one finds.
  for (let round = 0; round < 4; round++) {
    gc()
    await turn()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
