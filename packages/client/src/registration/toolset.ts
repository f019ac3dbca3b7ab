import { clientError, type McpClientError } from '../errors.js'
import type { McpTool } from '../discovery/tool.js'
import { isEmpty, plan, type Plan } from './plan.js'

/** Registers one tool somewhere and returns the undo. Throws when the name is taken. */
export type RegisterTool = (tool: McpTool) => () => void

export interface ToolChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

interface Registered {
  readonly tool: McpTool
  readonly undo: () => void
}

const NONE: readonly McpTool[] = Object.freeze([])

/** The tools of one server that are offered right now, registered all or not at all. */
export class Toolset {
  readonly #server: string
  readonly #register: RegisterTool
  readonly #report: (error: McpClientError) => void
  readonly #registered = new Map<string, Registered>()
  #tools = NONE

  /** `report` is told of an undo that threw: its tool counts as gone all the same. */
  constructor(server: string, register: RegisterTool, report: (error: McpClientError) => void) {
    this.#server = server
    this.#register = register
    this.#report = report
  }

  /** Sorted by public name and frozen; the same array until something changed. */
  get tools(): readonly McpTool[] {
    return this.#tools
  }

  get(name: string): McpTool | undefined {
    return this.#registered.get(name)?.tool
  }

  /**
   * Replaces the set. Unchanged tools are not touched. Returns what changed, or `undefined` for nothing. When the registry
   * refuses one tool, the previous set is restored and an `McpError` of code `name-conflict` is thrown.
   */
  become(next: readonly McpTool[]): ToolChanges | undefined {
    const steps = plan(this.#tools, next)
    if (isEmpty(steps)) return undefined
    this.#apply(steps)
    this.#tools = Object.freeze(next.map((tool) => this.get(tool.name) ?? tool))
    return {
      added: steps.add.map(nameOf),
      removed: steps.remove.map(nameOf),
      changed: steps.replace.map(nameOf),
    }
  }

  #apply({ add, replace, remove }: Plan): void {
    const before = [...this.#registered.values()].map(({ tool }) => tool)
    try {
      for (const tool of [...replace, ...remove]) this.#drop(tool)
      for (const tool of [...replace, ...add]) this.#add(tool)
    } catch (error) {
      // All of them, not only what is missing: a registry may show its tools in the order of their registration.
      for (const { tool } of this.#registered.values()) this.#drop(tool)
      for (const tool of before) this.#add(tool)
      throw this.#conflict('the registry refused the tools, so the previous set stays', error)
    }
  }

  #add(tool: McpTool): void {
    this.#registered.set(tool.name, { tool, undo: this.#register(tool) })
  }

  #drop({ name }: McpTool): void {
    const registered = this.#registered.get(name)
    this.#registered.delete(name)
    try {
      registered?.undo()
    } catch (error) {
      this.#report(this.#conflict(`the tool ${name} could not be taken back`, error))
    }
  }

  #conflict(what: string, cause: unknown): McpClientError {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return clientError('name-conflict', { server: this.#server, message: `${what}: ${reason}`, cause })
  }
}

function nameOf({ name }: McpTool): string {
  return name
}
