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

  /** Replaces the section. The same text stays where it is; one that the prompt refused is offered again each time. */
  become(given: string): void {
    if (given === this.#given) return
    const text = this.#attributed(given)
    if (text !== this.#text && !this.#replace(text)) return
    this.#given = given
  }

  #replace(text: string): boolean {
    this.#withdraw()
    if (text === '') return true
    try {
      this.#undo = this.#prompt?.publish({ name: SECTION_PREFIX + this.#config.serverName, text })
      this.#text = text
      return true
    } catch (error) {
      this.#warn(`the system prompt refused its instructions: ${reasonOf(error)}`)
      return false
    }
  }

  #withdraw(): void {
    const undo = this.#undo
    this.#undo = undefined
    this.#given = ''
    this.#text = ''
    try {
      undo?.()
    } catch (error) {
      this.#warn(`its instructions could not be taken back: ${reasonOf(error)}`)
    }
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

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
