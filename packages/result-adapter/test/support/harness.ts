import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import type { ImageAttachmentRef } from '@deepseek-ai/dsh-attachment'
import { LocalAttachmentStore } from '@deepseek-ai/dsh-attachment-local'
import { CallId, LlmAdapter, LlmRuntime, type GenerateOptions, type StreamChunk } from '@deepseek-ai/dsh-llm'
import { SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
import { ToolRuntime, type ToolExecutionInput, type ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import { createMcpToolDefinition, type JsonValue, type McpToolDefinition, type McpToolSource } from '../../src/index.js'

type Agent = NonNullable<ToolExecutionInput['agent']>
type ResolvedModel = Awaited<ReturnType<LlmAdapter['resolveModel']>>

/** Models by name: `eyes` declares images, `blind` text alone, `silent` nothing, and `broken` cannot be looked up. */
class Models extends LlmAdapter {
  readonly #onLookup: () => void

  constructor(onLookup: () => void = () => undefined) {
    super()
    this.#onLookup = onLookup
  }

  override async resolveModel(provider: string, model: string): Promise<ResolvedModel> {
    this.#onLookup()
    if (model === 'broken') throw new Error('no such model')
    const base = { provider, id: model, name: model }
    if (model === 'silent') return base
    return { ...base, inputModalities: model === 'eyes' ? ['text', 'image'] : ['text'] }
  }

  override async *stream(_options: GenerateOptions): AsyncIterable<StreamChunk> {}
}

/** What a harness is made of. `onLookup` is called when a model is asked for. */
interface Services {
  readonly attachments?: boolean
  readonly llm?: boolean
  readonly onLookup?: () => void
}

export interface Harness {
  readonly ctx: Context
  readonly tools: ToolRuntime
  /** Registers a tool named `t`, and gives its disposer. */
  register(tool: Partial<McpToolSource>): () => void
  call(options?: Partial<ToolExecutionInput>): Promise<ToolExecutionResult>
  /** The definition of such a tool, for what no registry does by itself. */
  define(tool: Partial<McpToolSource>): McpToolDefinition<ImageAttachmentRef>
  /** A call that names no agent. */
  callByNobody(): Promise<ToolExecutionResult>
  /** The names of all files that the attachment service keeps. */
  storedFiles(): Promise<string[]>
  dispose(): Promise<void>
}

/** The published services of a harness, in one context. */
export async function startHarness(services: Services = {}): Promise<Harness> {
  const home = await mkdtemp(join(tmpdir(), 'harness-mcp-'))
  const ctx = new Context()
  await ctx.plugin(SystemPrompt, {})
  await ctx.plugin(ToolRuntime, {})
  if (services.attachments !== false) await ctx.plugin(LocalAttachmentStore, { dshHome: home })
  if (services.llm !== false) {
    await ctx.plugin(LlmRuntime)
    ctx.get('llm')?.registerAdapter(['lab'], new Models(services.onLookup))
  }
  const tools = ctx.get('tools')
  if (tools === undefined) throw new Error('the registry did not start')
  const define = (tool: Partial<McpToolSource>): McpToolDefinition<ImageAttachmentRef> =>
    createMcpToolDefinition(ctx, { ...TOOL, ...tool })
  return {
    ctx,
    tools,
    register: (tool) => tools.register(define(tool)),
    define,
    call: (options = {}) => tools.execute({ ...callOf('t'), agent: agentWith('eyes'), ...options }),
    callByNobody: () => tools.execute(callOf('t')),
    storedFiles: async () => {
      const entries = await readdir(home, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
    },
    dispose: async () => {
      await ctx.fiber.dispose()
      await rm(home, { recursive: true })
    },
  }
}

const TOOL: McpToolSource = {
  name: 't',
  rawName: 'raw-t',
  server: 'lab',
  inputSchema: { type: 'object', properties: {} },
  call: async () => ({}),
}

export function callOf(name: string): ToolExecutionInput {
  return { callId: CallId('call-1'), name, arguments: {}, signal: new AbortController().signal }
}

/** An agent as the adapter sees one: its options name a model; a session that has run names the model of its request. */
export function agentWith(model: string, requested?: string): Agent {
  const config = requested === undefined ? undefined : { config: { provider: 'lab', model: requested } }
  return Object.assign(agentShell(), {
    options: { provider: 'lab', model },
    session: { requestHeader: () => config },
  })
}

// A complete agent needs a running agent service; the registry itself only uses its identity.
function agentShell(): Agent {
  return JSON.parse('{}')
}

export const returns =
  (...content: JsonValue[]): (() => Promise<unknown>) =>
  async () => ({ content })
