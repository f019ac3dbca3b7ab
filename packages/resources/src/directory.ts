import { McpError } from '@harness-mcp/result-adapter'
import type { McpResourceProvider } from './provider.js'
import { quoted } from './quoted.js'

/** What one caller can see. The prompt and the dispatch both read it, so that no name is announced that cannot be called. */
export interface ResourceDirectory {
  servers(): readonly string[]
  find(server: string): McpResourceProvider | undefined
}

/** One server that the caller can see. */
export interface ResourceSource {
  readonly server: string
  readonly provider: McpResourceProvider
}

/** The registrations of one scope. */
export interface ProviderTable extends ResourceDirectory {
  add(server: string, provider: McpResourceProvider): () => void
  isEmpty(): boolean
}

export function createProviderTable(): ProviderTable {
  const providers = new Map<string, McpResourceProvider>()
  return {
    servers: () => sortedNames(providers.keys()),
    find: (server) => providers.get(server),
    isEmpty: () => providers.size === 0,
    add(server, provider) {
      assertFree(server, providers)
      providers.set(server, provider)
      return once(() => providers.delete(server))
    },
  }
}

/** Several directories as one: the names of all, each served by the first that has it. */
export function nearestWins(directories: readonly ResourceDirectory[]): ResourceDirectory {
  return {
    servers: () => sortedNames(new Set(directories.flatMap((directory) => directory.servers()))),
    find: (server) => directories.find((directory) => directory.find(server) !== undefined)?.find(server),
  }
}

/** The alphabet of configured names keeps the prompt section literal: no brace, quote or backslash can occur in one. */
const SERVER_NAME = /^[A-Za-z0-9_-]{1,32}$/

function assertFree(server: string, taken: ReadonlyMap<string, unknown>): void {
  refuseInvalid(server)
  if (taken.has(server)) {
    throw new McpError(`${server}: an MCP server of this name already serves documents in this scope`, {
      code: 'duplicate-server',
      server,
    })
  }
}

function sortedNames(names: Iterable<string>): readonly string[] {
  return Object.freeze([...names].toSorted())
}

/** `unknown`, because a number from JavaScript would pass as the text of its digits and never be found. */
function refuseInvalid(server: unknown): void {
  if (typeof server === 'string' && SERVER_NAME.test(server)) return
  const given = typeof server === 'string' ? quoted(server) : `a value of type ${typeof server}`
  throw new RangeError(`a server name is 1 to 32 characters of A-Z a-z 0-9 _ -, not ${given}`)
}

/** A second call must not remove what was registered later under the same name. */
function once(action: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    action()
  }
}
