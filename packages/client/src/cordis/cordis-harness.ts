import { createHash } from 'node:crypto'

import type { McpHarness, PromptSection } from '../registration/harness.js'
import { SECTION_PREFIX } from '../registration/instructions.js'
import type { CordisContext, ResourceRegistry, SystemPromptService, ToolRegistry } from './context.js'
import { scopeOf } from './scope.js'
import { announceServer } from './servers.js'

/**
 * Turns a Cordis context into the few services that a server needs. What is registered belongs to that context's scope
 * and goes with it, and names of servers are unique there, whoever connects them. `ctx.tools` is required; the other services
 * are used when they are there. `mcpServersOf` lists the server, and the event `mcp/change` tells of it.
 *
 * @param ctx - the context whose scope shall see the tools.
 * @returns a harness for `connectMcpServer`.
 *
 * @example
 * ```ts
 * import { connectMcpServer, cordisHarness, type CordisContext } from '@harness-mcp/client'
 *
 * export const connect = (ctx: CordisContext) =>
 *   connectMcpServer({ serverName: 'web', transport: 'streamable-http', url: 'http://localhost:3000/mcp' }, { harness: cordisHarness(ctx) })
 * ```
 */
export function cordisHarness(ctx: CordisContext): McpHarness {
  return {
    tools: { register: (definition) => required<ToolRegistry>(ctx, 'tools', isRegistry).register(definition) },
    resources: {
      register: (server, provider) => {
        // Through `inject`, because the service may be mounted after this plugin, or anew while it runs.
        const mounted = ctx.inject(['mcpResources'], (inner) => {
          required<ResourceRegistry>(inner, 'mcpResources', isRegistry).register(server, provider)
        })
        return () => void mounted.dispose()
      },
    },
    systemPrompt: {
      publish: (section) => {
        const service = ctx.get('systemPrompt')
        return isSystemPrompt(service) ? publish(service, section) : () => {}
      },
    },
    get: (service) => ctx.get(service),
    scope: () => scopeOf(ctx),
    announce: (server) => announceServer(ctx, server),
  }
}

function required<Service>(ctx: CordisContext, name: string, is: (service: unknown) => service is Service): Service {
  const service = ctx.get(name)
  if (is(service)) return service
  throw new Error(`the service ctx.${name} is not there`)
}

function isRegistry(service: unknown): service is ToolRegistry & ResourceRegistry {
  return typeof service === 'object' && service !== null && 'register' in service
}

/** Where newer generations put MCP servers. */
const ORDER_NAME = 'MCP_SERVERS'
/** rc.8 keeps 100 to 199 for guidance on tools: right behind the names of the servers. */
const ORDER_ON_RC8 = 141

/**
 * rc.8 leaves sections of equal order in the order of their arrival, so the prompt would differ from start to start. The
 * fraction comes from the name alone: its first letters, then its hash.
 */
function orderOnRc8(name: string): number {
  const letters = name.slice(SECTION_PREFIX.length).padEnd(3, '\0').slice(0, 3)
  const hash = createHash('sha256').update(name).digest().readUIntBE(0, 3)
  const place = Buffer.from(letters).readUIntBE(0, 3)
  return ORDER_ON_RC8 + (place * 2 ** 24 + hash) / 2 ** 48
}

function publish(service: SystemPromptService, { name, text }: PromptSection): () => void {
  if (service.getSectionOrder) {
    return service.section({ name, order: service.getSectionOrder(ORDER_NAME), text, interpolate: false })
  }
  // rc.8 always interpolates, and an unknown variable fails the whole turn. The value of a variable is not scanned again.
  const variable = `mcp_text_${Buffer.from(name).toString('hex')}`
  const undoVariable = service.variable(variable, () => text)
  const undoSection = service.section({ name, order: orderOnRc8(name), text: `{{${variable}}}` })
  return () => {
    undoSection()
    undoVariable()
  }
}

function isSystemPrompt(service: unknown): service is SystemPromptService {
  return typeof service === 'object' && service !== null && 'section' in service && 'variable' in service
}
