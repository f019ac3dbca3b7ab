import { createContext, Script, type Context } from 'node:vm'

/** Thrown when work was stopped because its time was over. */
export class DeadlineError extends Error {
  override readonly name: string = 'DeadlineError'
}

let room: { readonly slot: { work: () => void }; readonly context: Context; readonly script: Script } | undefined

/**
 * Runs synchronous work and stops it after `ms` milliseconds. A schema and a value can be small and still take years
 * together (references that branch at each level, `uniqueItems` over objects), and nothing else interrupts a loop.
 */
export function withinDeadline<Value>(ms: number, work: () => Value): Value {
  room ??= makeRoom()
  const done: { value: Value }[] = []
  room.slot.work = () => void done.push({ value: work() })
  try {
    room.script.runInContext(room.context, { timeout: ms })
  } catch (error) {
    if (isTimeout(error)) throw new DeadlineError(`it took longer than ${ms} ms`)
    throw error
  } finally {
    room.slot.work = () => undefined
  }
  const [result] = done
  if (result === undefined) throw new DeadlineError('it gave no result')
  return result.value
}

function makeRoom(): NonNullable<typeof room> {
  const slot = { work: (): void => undefined }
  return { slot, context: createContext(slot), script: new Script('work()') }
}

function isTimeout(error: unknown): boolean {
  // The error comes from the other context, so it is no instance of the Error of this one.
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
