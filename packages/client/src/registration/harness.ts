import type { McpToolDefinition, ServiceLookup } from '@harness-mcp/result-adapter'
import type { McpResourceProvider } from '@harness-mcp/resources'

import type { McpTool } from '../discovery/tool.js'
import type { McpServer } from '../server.js'

/** A tool as it is registered: what the registry runs, and the tool it came from for permission steps. */
export type HarnessTool = McpToolDefinition & { readonly mcp: McpTool }

/** One part of a system prompt. Its text is literal: braces and template marks in it mean nothing. */
export interface PromptSection {
  /** Unique to this server. */
  readonly name: string
  /** What the model reads. */
  readonly text: string
}

/**
 * The few services of a harness that a server's tools, documents and instructions go to. Every `register`, `publish` and
 * `announce` returns its undo.
 */
export interface McpHarness {
  /** Where the tools go. */
  readonly tools: { register(definition: HarnessTool): () => void }
  /** Where the documents go. Without it they can be read through the handle alone. */
  readonly resources?: { register(server: string, provider: McpResourceProvider): () => void } | undefined
  /** Where the instructions go. Without it they are in `prompt()` alone. */
  readonly systemPrompt?: { publish(section: PromptSection): () => void } | undefined
  /** Optional services by name: `attachments` and `llm` decide whether images reach the model. */
  get?: ServiceLookup['get']
  /** The object within which the names of servers are unique. Without it that is the harness itself. */
  scope?(): object | Promise<object>
  /**
   * Told of each server once, as its first attempt begins, such as to list it in a user interface. The undo is called at
   * the end of its close. What either throws is an error of the log, and the server works all the same.
   *
   * @param server - its handle.
   */
  announce?(server: McpServer): () => void
}
