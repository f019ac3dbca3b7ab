import { McpError } from '@harness-mcp/result-adapter'

/** The `McpError` that something rejects with. */
export async function failureOf(work: Promise<unknown>): Promise<McpError<string>> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof McpError) return error
  throw new Error('it did not fail with an McpError', { cause: error })
}
