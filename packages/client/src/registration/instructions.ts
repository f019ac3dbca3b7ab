import { plainText } from '@harness-mcp/result-adapter'

import type { ResolvedConfig } from '../config/schema.js'
import type { McpHarness } from './harness.js'

/** The names of the sections are this and the server's name. */
export const SECTION_PREFIX = 'mcp-server:'

/** The instructions of one server, as they stand in the prompt right now. */
export class Instructions {
  readonly #config: ResolvedConfig
  readonly #prompt: McpHarness['systemPrompt']
  readonly #warn: (message: string) => void
  #given = ''
  #text = ''
  #undo: (() => void) | undefined

  constructor(config: ResolvedConfig, prompt: McpHarness['systemPrompt'], warn: (message: string) => void) {
    this.#config = config
    this.#prompt = prompt
    this.#warn = warn
  }

  /** With the heading that names the server; empty when there are none. */
  get text(): string {
    return this.#text
  }

  /** Replaces the section. The same text stays where it is. */
  become(given: string): void {
    if (given === this.#given) return
    this.#given = given
    const text = this.#attributed(given)
    if (text === this.#text) return
    this.#undo?.()
    this.#undo =
      text === '' ? undefined : this.#prompt?.publish({ name: SECTION_PREFIX + this.#config.serverName, text })
    this.#text = text
  }

  #attributed(given: string): string {
    const clean = plainText(given, Number.MAX_SAFE_INTEGER).trim()
    if (clean === '') return ''
    const { serverName, maxInstructionBytes } = this.#config
    const text = `## Instructions of the MCP server ${serverName}\n\n${clean}`
    const bytes = Buffer.byteLength(text)
    if (bytes <= maxInstructionBytes) return text
    this.#warn(`its instructions were left out: ${bytes} bytes exceed maxInstructionBytes (${maxInstructionBytes})`)
    return ''
  }
}
