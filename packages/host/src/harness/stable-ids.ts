import type { EntryOptions } from '@deepseek-ai/cordis-plugin-loader'

/**
 * The entries of a file, those of groups included, each with an id that the next reading of an edited file gives it too: its
 * own, else its server's name, else the name of its plugin.
 */
export function withStableIds(entries: readonly EntryOptions[]): EntryOptions[] {
  return identify(entries, new Set(idsOf(entries)))
}

function identify(entries: readonly EntryOptions[], taken: Set<string>): EntryOptions[] {
  return entries.map((entry) => {
    const id = entry.id || free(readableId(entry), taken)
    taken.add(id)
    const children = childrenOf(entry)
    return { ...entry, id, ...(children && { config: identify(children, taken) }) }
  })
}

/** Ids are unique in the whole file, whichever group they are in. */
function idsOf(entries: readonly EntryOptions[]): string[] {
  return entries.flatMap((entry) => [entry.id, ...idsOf(childrenOf(entry) ?? [])]).filter(Boolean)
}

function childrenOf({ group, config }: EntryOptions): readonly EntryOptions[] | undefined {
  return group === true && isList(config) ? config : undefined
}

function isList(config: unknown): config is EntryOptions[] {
  return Array.isArray(config)
}

function readableId({ name, config }: EntryOptions): string {
  // The loader reads a colon as the border between two files.
  return (serverNameOf(config) ?? name).replaceAll(':', '-')
}

function serverNameOf(config: unknown): string | undefined {
  if (typeof config !== 'object' || config === null || !('serverName' in config)) return undefined
  return typeof config.serverName === 'string' ? config.serverName : undefined
}

function free(id: string, taken: ReadonlySet<string>): string {
  for (let next = id, count = 2; ; next = `${id}-${count++}`) if (!taken.has(next)) return next
}
