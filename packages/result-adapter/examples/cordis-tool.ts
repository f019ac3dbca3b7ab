import type { Context } from '@deepseek-ai/cordis'
import type { ImageAttachmentRef } from '@deepseek-ai/dsh-attachment'
import { createMcpToolDefinition } from '@harness-mcp/result-adapter'

export const name = 'screenshot-tool'
export const inject = ['tools']

export const apply = async (ctx: Context): Promise<void> => {
  const definition = createMcpToolDefinition<ImageAttachmentRef>(ctx, {
    name: 'native__screenshot',
    rawName: 'screenshot',
    description: 'Takes a picture of the screen.',
    inputSchema: { type: 'object', properties: {} },
    call: async (_args, exec) => takeScreenshot(exec.signal),
  })
  ctx.effect(() => ctx.get('tools')?.register(definition) ?? (() => undefined))
}

async function takeScreenshot(signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted()
  const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  return { content: [{ type: 'image', data: pixel, mimeType: 'image/gif' }] }
}
