import { Context, type Fiber } from '@deepseek-ai/cordis'
import { createScope } from '@deepseek-ai/dsh-scope'
import { renderPrompt, SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
import { ToolRuntime, type ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import { onTestFinished } from 'vitest'
import type {} from '../../src/cordis.js'
import * as resources from '../../src/index.js'
import type { McpResourceProvider } from '../../src/index.js'
import { signal } from './providers.js'

/** An agent to this package: an identity that scopes know. */
export type Agent = object

export interface TestHarness {
  readonly ctx: Context
  /** The instance of the plugin under test. */
  readonly plugin: Fiber
  /** What the framework logged as an error. */
  readonly errors: unknown[]
  /** The names of the tools that the model of an agent is told about. */
  tools(agent?: Agent): string[]
  /** The system prompt of an agent. */
  prompt(agent?: Agent): Promise<string>
  /** A call by the model of an agent; `parent` marks one that a program made. */
  call(name: string, args: unknown, options?: CallOptions): Promise<ToolExecutionResult>
  /** A context whose registrations only `agent` and its children see. */
  scope(agent: Agent): TestScope
}

export interface TestScope {
  readonly ctx: Context
  /** `ctx.mcpResources.register`, from a context that does not declare the service. */
  register(server: string, provider: McpResourceProvider): () => void
  dispose(): Promise<void>
}

interface CallOptions {
  readonly agent?: Agent
  readonly parent?: symbol
  readonly signal?: AbortSignal
}

/** `ToolRuntime` as far as tests use it, with any object for an agent. */
interface Registry {
  execute(
    input: CallOptions & { callId: string; name: string; arguments: unknown; signal: AbortSignal },
  ): Promise<ToolExecutionResult>
}

/** The published services with the plugin under test on top. Disposed of when the test is over. */
export async function startHarness(config: { mode?: 'native' | 'code' } = {}): Promise<TestHarness> {
  const ctx = new Context()
  const errors: unknown[] = []
  ctx.logger.error = (...args: unknown[]) => void errors.push(...args)
  const base = [
    await ctx.plugin(SystemPrompt, { includeHarnessIdentity: false }),
    await ctx.plugin(ToolRuntime, config),
  ]
  const plugin = await ctx.plugin(resources)
  const agents = await ctx.plugin({ name: 'agents', inject: ['tools', 'systemPrompt'], apply: async () => undefined })
  onTestFinished(async () => {
    for (const fiber of [agents, plugin, ...base.toReversed()]) await fiber.dispose()
  })
  const registry: Registry = ctx.tools
  return {
    ctx,
    plugin,
    errors,
    tools: (agent) => ctx.tools.schemas(agent).map((schema) => schema.name),
    prompt: async (agent) => renderPrompt(await ctx.systemPrompt.assemble(agent === undefined ? {} : { scope: agent })),
    call: (name, args, options = {}) =>
      registry.execute({ signal, ...options, callId: 'call-1', name, arguments: args }),
    scope: (agent) => scopeUnder(agents.ctx, agent),
  }
}

function scopeUnder(parent: Context, agent: Agent): TestScope {
  const { ctx, dispose } = createScope(parent, agent)
  return {
    ctx,
    dispose,
    register(server, provider) {
      const service = ctx.get('mcpResources')
      if (service === undefined) throw new Error('the service is not there')
      return service.register(server, provider)
    },
  }
}
