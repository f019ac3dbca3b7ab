import { isDeepStrictEqual } from 'node:util'

import { parseArguments } from '@harness-mcp/result-adapter'

import { failed, misuse } from '../host-error.js'
import type { Harness } from '../harness/harness.js'
import { suggestion } from '../nearest.js'
import type { Report } from '../output/report.js'
import type { Verb } from '../run.js'
import type { Run } from '../settings.js'
import { showProgress } from './call-progress.js'
import { describeResult, resultJson } from './result.js'

/**
 * Calls a tool as the model would, by its public name.
 *
 * @param name - the public name.
 * @param json - the arguments, a JSON object. They are checked before any server is started.
 */
export function call(name: string, json: string): Verb {
  const args = parseArgumentsOfCall(json)
  return (harness, run) => callTool(harness, run, { name, args })
}

function parseArgumentsOfCall(text: string): unknown {
  const json = text.trim() === '' ? '{}' : text
  const parsed = parseArguments(json)
  if (!parsed.ok) throw misuse(`${parsed.reason}.`)
  // What is no object becomes {} for a model, whom the server then teaches. A person is told here.
  if (!isDeepStrictEqual(JSON.parse(json), parsed.value))
    throw misuse(`the arguments must be a JSON object, such as '{"path": "."}'.`)
  return parsed.value
}

async function callTool(
  harness: Harness,
  { terminal, signal }: Run,
  { name, args }: { name: string; args: unknown },
): Promise<Report> {
  await mustBeCallable(harness, name)
  const hide = showProgress(terminal, harness)
  try {
    const result = await harness.execute(name, args, signal)
    return {
      ok: !result.isError,
      json: { tool: name, ...resultJson(harness, result) },
      text: () => describeResult(harness, result),
    }
  } finally {
    hide()
  }
}

async function mustBeCallable(harness: Harness, name: string): Promise<void> {
  const names = harness.declarations().map((tool) => tool.name)
  if (names.includes(name)) return
  // The tools of a server that did not start are unknown: the name may well be right.
  const absent = harness
    .servers()
    .find((server) => name.startsWith(`mcp__${server.name}__`) && server.snapshot().state !== 'ready')
  if (absent === undefined) throw misuse(`there is no tool "${name}".${suggestion(name, names)}`)
  throw failed(`"${name}" cannot be called: ${absent.name} is not ready (${absent.snapshot().reason}).`)
}
