import type { CallParts } from '../calls/calls.js'
import type { McpTool } from '../discovery/tool.js'
import type { McpClientError } from '../errors.js'
import { toolRegistrar } from './definition.js'
import type { McpHarness } from './harness.js'
import { Instructions } from './instructions.js'
import { Toolset } from './toolset.js'

export interface OfferParts {
  readonly calls: CallParts
  readonly harness: McpHarness | undefined
  readonly warn: (message: string) => void
  readonly trouble: (error: McpClientError) => void
}

/** What one server offers the model right now, registered with a harness where there is one. Each change of its tools is an event. */
export class Offer {
  readonly #calls: CallParts
  readonly #toolset: Toolset
  readonly #instructions: Instructions

  constructor({ calls, harness, warn, trouble }: OfferParts) {
    const { config, redact } = calls
    this.#calls = calls
    this.#instructions = new Instructions(config, harness?.systemPrompt, warn)
    this.#toolset = new Toolset({
      server: config.serverName,
      register: toolRegistrar(harness, calls),
      redact,
      report: trouble,
    })
  }

  get tools(): readonly McpTool[] {
    return this.#toolset.tools
  }

  /** The instructions under a heading, or an empty string. */
  get prompt(): string {
    return this.#instructions.text
  }

  tool(name: string): McpTool | undefined {
    return this.#toolset.get(name)
  }

  /** Takes on a new set of tools. Throws, and keeps the previous set, when a registry refuses it. */
  adopt(tools: readonly McpTool[]): void {
    const { changes, refusal } = this.#toolset.become(tools)
    if (changes) this.#calls.events.emit({ type: 'tools', ...changes })
    if (refusal) throw refusal
  }

  instruct(instructions: string): void {
    this.#instructions.become(instructions)
  }
}
