import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Context } from '@deepseek-ai/cordis'
import type { ImageAttachmentRef } from '@deepseek-ai/dsh-attachment'
import { LocalAttachmentStore } from '@deepseek-ai/dsh-attachment-local'
import { CallId, LlmRuntime } from '@deepseek-ai/dsh-llm'
import { SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
import {
  ToolRuntime,
  type ToolDefinition,
  type ToolExecutionInput,
  type ToolExecutionResult,
} from '@deepseek-ai/dsh-tools'
import { createMcpToolDefinition } from '@harness-mcp/result-adapter'

import { Models } from './models.js'

/** The registry with any object for an agent: a complete one needs a running agent service, and here nobody asks for more. */
interface Registry {
  register(definition: ToolDefinition): () => void
  execute(input: Omit<ToolExecutionInput, 'agent'> & { readonly agent?: object }): Promise<ToolExecutionResult>
}

/** One call of a tool that returns `raw`, by an agent whose model takes images or not. */
export interface RegistryCall {
  readonly raw: unknown
  readonly outputSchema: unknown
  readonly images: boolean
}

/** The published services of a harness. */
export interface RegistryHarness {
  call(call: RegistryCall): Promise<ToolExecutionResult>
  /** The bytes that a stored image has, in base64. */
  read(reference: ImageAttachmentRef): Promise<string>
  /** How many files the attachment service keeps. */
  files(): Promise<number>
  dispose(): Promise<void>
}

export async function startHarness(): Promise<RegistryHarness> {
  const home = await mkdtemp(join(tmpdir(), 'harness-mcp-fuzz-'))
  const ctx = new Context()
  await ctx.plugin(SystemPrompt, {})
  await ctx.plugin(ToolRuntime, {})
  await ctx.plugin(LocalAttachmentStore, { dshHome: home })
  await ctx.plugin(LlmRuntime)
  const [tools, attachments] = [ctx.get('tools'), ctx.get('attachments')]
  if (tools === undefined || attachments === undefined) throw new Error('the services did not start')
  ctx.get('llm')?.registerAdapter(['fuzz'], new Models())
  return {
    call: (call) => execute(ctx, tools, call),
    read: async (reference) => Buffer.from((await attachments.readImage(reference)).data).toString('base64'),
    files: async () => {
      const entries = await readdir(home, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).length
    },
    dispose: async () => {
      await ctx.fiber.dispose()
      await rm(home, { recursive: true })
    },
  }
}

async function execute(ctx: Context, tools: Registry, call: RegistryCall): Promise<ToolExecutionResult> {
  const definition = createMcpToolDefinition<ImageAttachmentRef>(ctx, {
    name: 'fuzz',
    rawName: 'fuzz',
    inputSchema: {},
    outputSchema: call.outputSchema,
    call: async () => call.raw,
  })
  const undo = tools.register(definition)
  try {
    const { signal } = new AbortController()
    return await tools.execute({
      callId: CallId('c'),
      name: 'fuzz',
      arguments: {},
      signal,
      agent: agentWith(call.images),
    })
  } finally {
    undo()
  }
}

/** An agent as the adapter sees one. */
function agentWith(images: boolean): object {
  return { options: { provider: 'fuzz', model: images ? 'eyes' : 'blind' } }
}
