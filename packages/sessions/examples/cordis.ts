import type { Context } from '@deepseek-ai/cordis'
import type { ToolExecution } from '@deepseek-ai/dsh-tools'
import { cordisHarness } from '@harness-mcp/client'
import { createMcpSession, type McpSession, type McpSessionOptions } from '@harness-mcp/sessions'

/** Serves the map in the scope of `ctx`, and asks somebody before each call for which a question is due. */
export async function serve(
  ctx: Context,
  mcpServers: McpSessionOptions['mcpServers'],
  askSomebody: (exec: ToolExecution) => Promise<boolean>,
): Promise<McpSession> {
  const mcp = await createMcpSession({ mcpServers, harness: cordisHarness(ctx) })
  ctx.effect(() => () => mcp.close()) // its processes go with the plugin
  ctx.on('tools/pre-execute', async (exec, next) => {
    const definition = ctx.tools.get(exec.name, exec.agent) // without the agent it finds global tools alone
    if (!definition || !('mcp' in definition) || !mcp.needsPermission(exec.name)) return next()
    return (await askSomebody(exec)) ? next() : { kind: 'deny', reason: 'the person said no' }
  })
  return mcp
}
