import { isJsExpr } from '@deepseek-ai/cordis-plugin-loader'

import { CLIENT, ownPlugins } from '../harness/own-plugins.js'
import { nearest } from '../nearest.js'

/** One entry of a cordis.yml that is not switched off. */
export interface Entry {
  /** What a person calls it: its id, or its position in the file. */
  readonly place: string
  readonly name: string
  readonly config: unknown
}

export interface ParsedEntries {
  readonly entries: readonly Entry[]
  readonly problems: readonly string[]
}

/** Reads what a file holds as a list of entries, those of groups included. Never throws. */
export function parseEntries(content: unknown, parent = ''): ParsedEntries {
  if (!Array.isArray(content)) {
    return {
      entries: [],
      problems: [`${parent || 'the file'}: expected a list of entries, each with a name and a config`],
    }
  }
  const parsed = content.map((item: unknown, index) => parseEntry(item, parent, index + 1))
  return { entries: parsed.flatMap(({ entries }) => entries), problems: parsed.flatMap(({ problems }) => problems) }
}

function parseEntry(item: unknown, parent: string, position: number): ParsedEntries {
  if (typeof item !== 'object' || item === null)
    return refused(`${parent}entry ${position}: expected id, name and config`)
  const { id, name, config, group, disabled }: Record<string, unknown> = { ...item }
  const place = `${parent}${typeof id === 'string' ? id : `entry ${position}`}`
  if (typeof name !== 'string' || name === '')
    return refused(`${place}: name: expected the name of a plugin, such as '${CLIENT}'`)
  // The loader evaluates an expression when the entry starts; whether it is off is not known before.
  if (disabled === true || isJsExpr(disabled)) return { entries: [], problems: [] }
  if (group === true) return parseEntries(config ?? [], `${place} / `)
  return isUnknown(name)
    ? refused(`${place}: name: there is no plugin "${name}"${hint(name)}`)
    : accepted({ place, name, config })
}

function refused(problem: string): ParsedEntries {
  return { entries: [], problems: [problem] }
}

function accepted(entry: Entry): ParsedEntries {
  return { entries: [entry], problems: [] }
}

/** Only names under our own roof can be told to be wrong: any other may be installed beside the file. */
function isUnknown(name: string): boolean {
  return name.startsWith('@harness-mcp/') && !ownPlugins.has(name)
}

function hint(name: string): string {
  const close = nearest(name, [...ownPlugins.keys()])
  return close === undefined ? '' : `: did you mean "${close}"?`
}
