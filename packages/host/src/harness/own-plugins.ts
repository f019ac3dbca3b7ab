import * as client from '@harness-mcp/client'
import * as desktop from '@harness-mcp/desktop'

export const CLIENT = '@harness-mcp/client'

/** What the host has mounted before it reads the file. A cordis.yml of a larger harness may list these again. */
const mounted = { name: 'mounted-by-the-host', apply: (): void => {} }

/**
 * Plugins that an entry may name wherever its file lies: these names mean the host's own copies, so that a cordis.yml in a
 * folder without node_modules works. Any other name is imported as the published loader imports it.
 */
export const ownPlugins: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  [CLIENT, client],
  ['@harness-mcp/desktop', desktop],
  ['@harness-mcp/resources', mounted],
  ['@deepseek-ai/cordis-plugin-timer', mounted],
  ['@deepseek-ai/dsh-attachment-local', mounted],
  ['@deepseek-ai/dsh-system-prompt', mounted],
  ['@deepseek-ai/dsh-tools', mounted],
])
