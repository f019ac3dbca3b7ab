import type { McpTool } from '@harness-mcp/client'
import type { McpResourceTool } from '@harness-mcp/resources'

/** What a session declares to a model: the tools of its servers, and the three that read documents. */
export type SessionTool = McpTool | McpResourceTool

/** Every tool of a session in one list, made again only after something changed. */
export class Toolbox {
  readonly #sources: () => Iterable<readonly SessionTool[]>
  #tools: readonly SessionTool[] = Object.freeze([])
  #byName: ReadonlyMap<string, SessionTool> = new Map()
  #current = false

  constructor(sources: () => Iterable<readonly SessionTool[]>) {
    this.#sources = sources
  }

  /** To be told when a source may have changed. */
  changed(): void {
    this.#current = false
  }

  /** Sorted by name in code units and frozen; the same array until one of the tools is another. */
  get tools(): readonly SessionTool[] {
    this.#refresh()
    return this.#tools
  }

  get(name: string): SessionTool | undefined {
    this.#refresh()
    return this.#byName.get(name)
  }

  #refresh(): void {
    if (this.#current) return
    this.#current = true
    const next = [...this.#sources()].flat().toSorted(byName)
    if (next.length === this.#tools.length && next.every((tool, index) => tool === this.#tools[index])) return
    this.#tools = Object.freeze(next)
    this.#byName = new Map(next.map((tool) => [tool.name, tool]))
  }
}

/** Code units, not a locale: the order must be the same on every machine. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}

export function isServerTool(tool: SessionTool): tool is McpTool {
  return 'server' in tool
}
