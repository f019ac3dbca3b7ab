import { type ToolGroup, totalLine } from '../commands/tools.js'
import type { AssembledPrompt } from '../harness/prompt.js'
import type { Findings } from '../output/report.js'
import { table } from '../output/table.js'
import type { Screen } from '../output/terminal.js'

// What a newcomer can take in at once. `--json`, and the commands of their own, show all of it.

const TOOLS_SHOWN = 5
const LINES_SHOWN = 6

/** The first tools of each server, one line each. */
export function briefTools(groups: readonly ToolGroup[]): Findings {
  return {
    json: groups.map(({ server, tokens, tools }) => ({ server, tokens, tools: tools.map(({ name }) => name) })),
    text: (screen) => `${table(COLUMNS, toolRows(groups, screen), screen)}\n\n${totalLine(groups)}`,
  }
}

const COLUMNS = [{ head: 'Tool' }, { head: 'Description' }, { head: 'Tokens', align: 'right' }] as const

function toolRows(groups: readonly ToolGroup[], { width, paint }: Screen): string[][] {
  const longest = Math.max(
    0,
    ...groups.flatMap(({ tools }) => tools.slice(0, TOOLS_SHOWN).map(({ name }) => name.length)),
  )
  const room = Math.max(20, width - longest - 12)
  return groups.flatMap(({ tools }) => {
    const rows = tools
      .slice(0, TOOLS_SHOWN)
      .map(({ name, description, tokens }) => [name, shortened(description, room), String(tokens)])
    const rest = tools.length - rows.length
    return rest === 0 ? rows : [...rows, [paint.dim(`… and ${rest} more`), '', '']]
  })
}

function shortened(description: string, room: number): string {
  const line = description.replace(/\s+/g, ' ')
  return line.length > room ? `${line.slice(0, room - 1)}…` : line
}

/** The sections of a prompt by name, each with its first lines. */
export function briefPrompt(prompt: AssembledPrompt): Findings {
  return {
    json: prompt,
    text: ({ paint }) =>
      prompt.sections
        .map(({ name, text }) => `${paint.cyan(`[${name}]`)}\n${firstLines(text, paint.dim)}`)
        .join('\n\n'),
  }
}

function firstLines(text: string, dim: (text: string) => string): string {
  const lines = text.split('\n')
  const rest = lines.length - LINES_SHOWN
  return rest <= 0 ? text : `${lines.slice(0, LINES_SHOWN).join('\n')}\n${dim(`… and ${rest} more lines`)}`
}
