import type { McpTool } from '../discovery/tool.js'

/** What has to happen to get from one set of tools to another. Each list is in code-unit order of the public names. */
export interface Plan {
  readonly add: readonly McpTool[]
  readonly replace: readonly McpTool[]
  readonly remove: readonly McpTool[]
}

/** Compares two sets of tools, both sorted by public name. An unchanged tool is in no list. */
export function plan(current: readonly McpTool[], next: readonly McpTool[]): Plan {
  const before = new Map(current.map((tool) => [tool.name, tool]))
  const after = new Set(next.map((tool) => tool.name))
  const known = next.filter((tool) => before.has(tool.name))
  return {
    add: next.filter((tool) => !before.has(tool.name)),
    replace: known.filter((tool) => differs(tool, before.get(tool.name))),
    remove: current.filter((tool) => !after.has(tool.name)),
  }
}

export function isEmpty({ add, replace, remove }: Plan): boolean {
  return add.length + replace.length + remove.length === 0
}

/** Hints are not part of the fingerprint, but a permission step reads them: a tool with other hints is replaced too. */
function differs(tool: McpTool, before: McpTool | undefined): boolean {
  return (
    before === undefined ||
    tool.fingerprint !== before.fingerprint ||
    tool.taskRequired !== before.taskRequired ||
    JSON.stringify(tool.untrustedHints) !== JSON.stringify(before.untrustedHints)
  )
}
