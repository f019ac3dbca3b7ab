import type { McpTool } from '@harness-mcp/client'

/**
 * The tools of one server that are called without a question. An approval holds for one fingerprint: the one that the tool
 * had when it was first seen, or when a person's answer was remembered. A tool that changed has none.
 */
export class Approvals {
  readonly #approved = new Map<string, string>()
  #always: ReadonlySet<string>

  constructor(alwaysAllow: readonly string[]) {
    this.#always = new Set(alwaysAllow)
  }

  /** To be told of every set of tools, before a call can be made with it. */
  see(tools: readonly McpTool[]): void {
    for (const tool of tools) {
      if (this.#always.has(tool.rawName) && !this.#approved.has(tool.rawName)) this.remember(tool)
    }
  }

  allows({ rawName, fingerprint }: McpTool): boolean {
    return this.#approved.get(rawName) === fingerprint
  }

  remember({ rawName, fingerprint }: McpTool): void {
    this.#approved.set(rawName, fingerprint)
  }

  /** Takes on another list. A name that was on the old one alone loses its approval; one that is new gets it for the tool of now. */
  become(alwaysAllow: readonly string[], tools: readonly McpTool[]): void {
    const next = new Set(alwaysAllow)
    for (const rawName of this.#always) if (!next.has(rawName)) this.#approved.delete(rawName)
    for (const rawName of next) if (!this.#always.has(rawName)) this.#approved.delete(rawName)
    this.#always = next
    this.see(tools)
  }

  /** Forgets every answer. */
  reset(alwaysAllow: readonly string[]): void {
    this.#approved.clear()
    this.#always = new Set(alwaysAllow)
  }
}
