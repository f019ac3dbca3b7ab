import type { Context } from '@deepseek-ai/cordis'
import type { Entry } from '@deepseek-ai/cordis-plugin-loader'

import { messageOf } from '../host-error.js'

/** An entry of the file that did not become a server: its plugin did not start, or a client's file has it wrongly. */
export interface FailedEntry {
  /** Of a client's file the name. */
  readonly id: string
  readonly plugin?: string
  readonly reason: string
}

export async function failedEntries(ctx: Context): Promise<readonly FailedEntry[]> {
  const failed = await Promise.all([...ctx.loader.entries()].map(failureOf))
  return failed.filter((entry) => entry !== undefined)
}

/** Calls back when a plugin that was found fails, at an edit too. Returns the undo. */
export function onFailedEntry(ctx: Context, listener: (entry: FailedEntry) => void): () => void {
  const tell = async (entry: Entry): Promise<void> => {
    const failed = await failureOf(entry)
    if (failed) listener(failed)
  }
  return ctx.on(
    'internal/status',
    (fiber) => {
      // At rest alone: whatever is under way has not failed yet.
      if (fiber.entry?.fiber === fiber && fiber.inertia === undefined) void tell(fiber.entry)
    },
    { global: true },
  )
}

async function failureOf(entry: Entry): Promise<FailedEntry | undefined> {
  if (entry.disabled) return undefined
  const described = { id: entry.options.id, plugin: entry.options.name }
  if (entry.fiber === undefined) return { ...described, reason: 'the plugin cannot be imported' }
  try {
    await entry.fiber.await()
    return undefined
  } catch (error) {
    return { ...described, reason: messageOf(error) }
  }
}
