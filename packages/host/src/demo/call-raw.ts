import type { ToolExecutionResult } from '@deepseek-ai/dsh-tools'

import { failed } from '../host-error.js'
import type { Stage } from './stage.js'

export interface Called {
  readonly name: string
  readonly args: Record<string, unknown>
  readonly result: ToolExecutionResult
}

/** Calls a tool that is known by its server and raw name. Throws when there is none, or when it fails. */
export async function callRaw(
  { harness, signal }: Stage,
  server: string,
  rawName: string,
  args: Record<string, unknown>,
): Promise<Called> {
  const tools =
    harness
      .servers()
      .find(({ name }) => name === server)
      ?.tools() ?? []
  const tool = tools.find((candidate) => candidate.rawName === rawName)
  if (tool === undefined) throw failed(`${server} has no tool "${rawName}"`)
  const result = await harness.execute(tool.name, args, signal)
  if (result.isError) throw failed(`${tool.name}: ${result.error.message}`)
  return { name: tool.name, args, result }
}
