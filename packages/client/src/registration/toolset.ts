import { clientError, type McpClientError } from '../errors.js'
import type { McpTool } from '../discovery/tool.js'
import { isEmpty, plan, type Plan } from './plan.js'

/** Registers one tool somewhere and returns the undo. Throws when the name is taken. */
export type RegisterTool = (tool: McpTool) => () => void

export interface ToolsetParts {
  readonly server: string
  readonly register: RegisterTool
  /** For what a registry says: it may quote anything. */
  readonly redact: (text: string) => string
  /** Told of an undo that threw: its tool counts as gone all the same. */
  readonly report: (error: McpClientError) => void
}

export interface ToolChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** What a new set came to. Changes are absent when nothing is different. */
export interface Become {
  readonly changes?: ToolChanges
  /** Of code `name-conflict`: the registry refused a tool, so the previous set stays, or what it takes of that. */
  readonly refusal?: McpClientError
}

interface Registered {
  readonly tool: McpTool
  readonly undo: () => void
}

const NONE: readonly McpTool[] = Object.freeze([])

/** The tools of one server that are offered right now, registered all or not at all. */
export class Toolset {
  readonly #parts: ToolsetParts
  readonly #registered = new Map<string, Registered>()
  #tools = NONE

  constructor(parts: ToolsetParts) {
    this.#parts = parts
  }

  /** Sorted by public name and frozen; the same array until something changed. */
  get tools(): readonly McpTool[] {
    return this.#tools
  }

  get(name: string): McpTool | undefined {
    return this.#registered.get(name)?.tool
  }

  /** Replaces the set. Unchanged tools are not touched. */
  become(next: readonly McpTool[]): Become {
    const steps = plan(this.#tools, next)
    if (isEmpty(steps)) return {}
    const refused = this.#apply(steps)
    if (refused === undefined) return this.#settle(next)
    const lost = this.#restore()
    const stays = lost === 0 ? 'the previous set stays' : `${lost} of the previous ones, which it refused too, are gone`
    const refusal = this.#conflict(`the registry refused the tools, so ${stays}`, refused.reason)
    return { ...this.#settle(this.#tools.filter(({ name }) => this.#registered.has(name))), refusal }
  }

  #apply({ add, replace, remove }: Plan): { readonly reason: unknown } | undefined {
    for (const tool of [...replace, ...remove]) this.#drop(tool)
    try {
      for (const tool of [...replace, ...add]) this.#add(tool)
      return undefined
    } catch (reason) {
      return { reason }
    }
  }

  /** Registers the previous set again, and counts the tools that it could not. */
  #restore(): number {
    // All of them, not only what is missing: a registry may show its tools in the order of their registration.
    for (const { tool } of this.#registered.values()) this.#drop(tool)
    for (const tool of this.#tools) {
      try {
        this.#add(tool)
      } catch {
        // The refusal that led here says why. What is offered has to be what is registered, so the tool is gone.
      }
    }
    return this.#tools.length - this.#registered.size
  }

  /** Offers what is registered now. */
  #settle(next: readonly McpTool[]): Become {
    const steps = plan(this.#tools, next)
    if (isEmpty(steps)) return {}
    const { add, replace, remove } = steps
    this.#tools = Object.freeze(next.map((tool) => this.get(tool.name) ?? tool))
    return { changes: { added: add.map(nameOf), removed: remove.map(nameOf), changed: replace.map(nameOf) } }
  }

  #add(tool: McpTool): void {
    this.#registered.set(tool.name, { tool, undo: this.#parts.register(tool) })
  }

  #drop({ name }: McpTool): void {
    const registered = this.#registered.get(name)
    this.#registered.delete(name)
    try {
      registered?.undo()
    } catch (error) {
      this.#parts.report(this.#conflict(`the tool ${name} could not be taken back`, error))
    }
  }

  /** Without the cause itself: an error is logged with its cause, and that is as it came. */
  #conflict(what: string, cause: unknown): McpClientError {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return clientError('name-conflict', {
      server: this.#parts.server,
      message: this.#parts.redact(`${what}: ${reason}`),
    })
  }
}

function nameOf({ name }: McpTool): string {
  return name
}
