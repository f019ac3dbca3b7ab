import { failureOutcome, McpError, projectResult, type McpOutcome } from '@harness-mcp/result-adapter'

// Whatever runs the tool: an MCP connection, a native driver, a test.
type RunTool = (args: unknown) => Promise<unknown>

export async function callTool(run: RunTool, args: unknown): Promise<McpOutcome> {
  try {
    const raw = await run(args)
    return projectResult(raw, {
      outputSchema: { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'] },
      images: true, // the model takes images
      maxModelBytes: 50_000,
    })
  } catch (cause) {
    return failureOutcome(new McpError('weather: the call failed', { code: 'protocol', server: 'weather', cause }))
  }
}

const outcome = await callTool(
  async () => ({ content: [{ type: 'text', text: 'sunny' }], structuredContent: { celsius: 21 } }),
  {},
)
console.log(outcome.content) // [{ type: 'text', text: 'sunny\n{"celsius":21}' }]
console.log(outcome.value?.structuredContent) // { celsius: 21 }
