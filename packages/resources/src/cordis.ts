import type { McpResourceRuntime } from './runtime.js'

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** The documents of the configured MCP servers, by scope. */
    mcpResources: McpResourceRuntime
  }
}

// The compiler must meet Cordis' own declarations before this augmentation, or it splits `Context` in two and one half
// lacks the other's members. An unused type import would do in this file, but the emitted declarations leave it out.
export type { Context } from '@deepseek-ai/cordis'
export type { McpResourceRuntime } from './runtime.js'
