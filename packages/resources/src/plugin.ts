import { promptRegistryOf, type HarnessContext, type PromptRegistry, type ScopeLibrary } from './harness.js'
import { namesSection } from './names-section.js'
import { ScopedResources } from './runtime.js'

/** The name under which the plugin appears in a harness. */
export const name = 'mcp-resources'

/** The services without which the plugin waits. */
export const inject: string[] = ['tools', 'systemPrompt']

/**
 * Mounts `ctx.mcpResources` and the section of the system prompt that names the visible servers. Once per harness:
 * `- name: '@harness-mcp/resources'` in `cordis.yml`, or `ctx.plugin(await import('@harness-mcp/resources'))`.
 *
 * @param ctx The plugin's context.
 * @returns Settles when the service is there.
 * @throws Error when `@deepseek-ai/dsh-scope` is not installed.
 */
// An arrow function: Cordis would call `new` on a function that has a prototype.
export const apply = async (ctx: HarnessContext): Promise<void> => {
  const scopes = await loadScopes()
  if (ctx.fiber.uid === null) return
  const runtime = new ScopedResources(ctx, scopes)
  const prompts = promptRegistryOf(ctx)
  prompts.section({
    name: 'mcp-resource-servers',
    order: sectionOrder(prompts),
    text: ({ scope }) => namesSection(runtime.visibleTo(scope).servers()),
  })
  ctx.reflect.provide('mcpResources', runtime)
}

/** Loaded here and not imported: the plain face needs no harness package. */
async function loadScopes(): Promise<ScopeLibrary> {
  try {
    return await import('@deepseek-ai/dsh-scope')
  } catch (cause) {
    throw new Error('mcp-resources: the peer dependency @deepseek-ai/dsh-scope cannot be loaded', { cause })
  }
}

/**
 * Guidance for tools stands at 100 to 199 in a prompt, and the declarations of code mode at 150. This paragraph belongs
 * to the end of the guidance and before those declarations. Harnesses with a table of orders know the place themselves.
 */
const SECTION_ORDER = 140

function sectionOrder(prompts: PromptRegistry): number {
  return prompts.getSectionOrder?.('MCP_SERVERS') ?? SECTION_ORDER
}
