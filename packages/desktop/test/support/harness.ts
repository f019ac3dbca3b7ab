import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Context, type Fiber } from '@deepseek-ai/cordis'
import { LocalAttachmentStore } from '@deepseek-ai/dsh-attachment-local'
import { ComputerUseRegistry } from '@deepseek-ai/dsh-computer-use'
import { CallId, LlmAdapter, LlmRuntime, type GenerateOptions, type StreamChunk } from '@deepseek-ai/dsh-llm'
import { SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
import { ToolRuntime, type ToolExecutionInput, type ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import { onTestFinished } from 'vitest'
import type { DesktopConfig } from '../../src/index.js'
import * as desktop from '../../src/index.js'

type ResolvedModel = Awaited<ReturnType<LlmAdapter['resolveModel']>>

/** A model that declares image input. */
class Eyes extends LlmAdapter {
  override async resolveModel(provider: string, model: string): Promise<ResolvedModel> {
    return { provider, id: model, name: model, inputModalities: ['text', 'image'] }
  }

  override async *stream(_options: GenerateOptions): AsyncIterable<StreamChunk> {}
}

export interface Harness {
  readonly ctx: Context
  /** The registry's own plugin. */
  readonly toolService: Fiber
  /** What the framework and the plugin logged. */
  readonly logged: { readonly warnings: unknown[]; readonly errors: unknown[] }
  /** Mounts the plugin under test. */
  mount(config?: DesktopConfig): Promise<Fiber>
  /** The names of the tools that the model is told about. */
  tools(): string[]
  call(name: string, args?: unknown, signal?: AbortSignal): Promise<ToolExecutionResult>
  /** How many images the attachment service keeps. */
  storedImages(): Promise<number>
}

/** The published services of a harness, in one context that goes with the test. */
export async function startHarness(services: { computerUse?: boolean } = {}): Promise<Harness> {
  const home = await mkdtemp(join(tmpdir(), 'harness-mcp-'))
  const ctx = new Context()
  const logged = { warnings: new Array<unknown>(), errors: new Array<unknown>() }
  ctx.logger.warn = (...args: unknown[]) => void logged.warnings.push(args.at(-1))
  ctx.logger.error = (...args: unknown[]) => void logged.errors.push(args.at(-1))
  await ctx.plugin(SystemPrompt, {})
  const toolService = await ctx.plugin(ToolRuntime, {})
  await ctx.plugin(LocalAttachmentStore, { dshHome: home })
  await ctx.plugin(LlmRuntime)
  ctx.get('llm')?.registerAdapter(['lab'], new Eyes())
  if (services.computerUse === true) await ctx.plugin(ComputerUseRegistry)
  onTestFinished(async () => {
    await ctx.fiber.dispose()
    await rm(home, { recursive: true })
  })
  const tools = ctx.get('tools')
  if (tools === undefined) throw new Error('the registry did not start')
  return {
    ctx,
    toolService,
    logged,
    mount: async (config = {}) => ctx.plugin(desktop, config),
    tools: () => tools.schemas().map(({ name }) => name),
    call: (name, args = {}, signal = new AbortController().signal) =>
      tools.execute({ callId: CallId('call-1'), name, arguments: args, agent: agent(), signal }),
    storedImages: async () => {
      const entries = await readdir(home, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).length
    },
  }
}

/** An agent as the adapter sees one. */
function agent(): NonNullable<ToolExecutionInput['agent']> {
  return Object.assign(agentShell(), {
    options: { provider: 'lab', model: 'eyes' },
    session: { requestHeader: () => undefined },
  })
}

// A complete agent needs a running agent service; the registry itself only uses its identity.
function agentShell(): NonNullable<ToolExecutionInput['agent']> {
  return JSON.parse('{}')
}
