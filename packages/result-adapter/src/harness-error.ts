import { McpError } from './error.js'

let harnessErrorClass: Promise<HarnessErrorClass | undefined> | undefined

type HarnessErrorClass = new (message: string, code: string, options?: ErrorOptions) => Error

/**
 * The error that a call in a registry rejects with. A harness built on `@deepseek-ai/dsh-llm` reads codes from instances
 * of that package's own class only, so an `McpError` becomes one where the package is installed. Anything else, an abort
 * above all, stays as it is.
 */
export async function registryError(error: unknown): Promise<unknown> {
  if (!isMcpError(error)) return error
  harnessErrorClass ??= importHarnessError()
  const HarnessError = await harnessErrorClass
  if (HarnessError === undefined) return error
  const { code, server, name } = error
  return Object.assign(new HarnessError(error.message, code, { cause: error }), { name, server })
}

function isMcpError(error: unknown): error is McpError {
  return error instanceof McpError
}

async function importHarnessError(): Promise<HarnessErrorClass | undefined> {
  try {
    return (await import('@deepseek-ai/dsh-llm')).HarnessError
  } catch {
    return undefined
  }
}
