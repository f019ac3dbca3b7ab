import type { McpSnapshot } from './lifecycle/snapshot.js'

// Import this module for its types where Cordis is installed: `import type {} from '@harness-mcp/client/cordis'`.

declare module '@deepseek-ai/cordis' {
  interface Events {
    /**
     * The state or the tools of one MCP server changed. Not filtered by scope.
     * @param snapshot - the server after the change.
     * @mode emit
     */
    'mcp/change'(snapshot: McpSnapshot): void
  }
}

// Not only an import: without a value or type taken from the module, the emitted declaration would lose its tie to it.
export type { Context } from '@deepseek-ai/cordis'
export { apply, Config, cordisHarness, inject, mcpServersOf, name } from './index.js'
