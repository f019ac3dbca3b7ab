import type { Verb } from '../run.js'
import { knownServer } from './known-server.js'
import { describeResult, resultJson } from './result.js'

/** Reads one document through `read_mcp_resource`, as the model would. */
export function read(server: string, uri: string): Verb {
  return async (harness, { signal }) => {
    const result = await harness.execute('read_mcp_resource', { server: knownServer(harness, server), uri }, signal)
    return {
      ok: !result.isError,
      json: { server, uri, ...resultJson(harness, result) },
      text: () => describeResult(harness, result),
    }
  }
}
