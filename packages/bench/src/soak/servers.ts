import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { McpServerConfig } from '@harness-mcp/client'
import { type Command, labServer, scripted } from '@harness-mcp/lab'

import type { HttpKind } from './http-server.js'
import { MARK } from './marked-processes.js'

/** A server of the lab that a cycle connects to. */
export type Kind =
  | { readonly transport: 'stdio'; readonly name: string; readonly command: Command }
  | { readonly transport: 'streamable-http'; readonly name: HttpKind }

const stdio = (name: string, command: Command): Kind => ({ transport: 'stdio', name, command })

const LEGACY_HTTP: Kind = { transport: 'streamable-http', name: 'legacy-http' }
const MODERN_HTTP: Kind = { transport: 'streamable-http', name: 'modern-http' }
const SCRIPTED = stdio('scripted', scripted())
const SCRIPTED_MODERN = stdio('scripted-modern', scripted('--modern'))
const EXITS_ON_PROBE = stdio('exits-on-probe', scripted('--exit-on-unknown'))
const LEGACY_STDIO = stdio('legacy-stdio', labServer('legacy-stdio'))
const MODERN_STDIO = stdio('modern-stdio', labServer('modern-stdio'))

/** One that leaves a process of its own behind unless the whole tree is ended. */
const withGrandchild = (mark: string): Kind => stdio('grandchild', scripted('--grandchild', grandchildFile(mark)))

/** In turn, most often the quick ones: a server on an SDK takes many times as long to load as the work with it. */
export function cycleKinds(mark: string): readonly Kind[] {
  const common = [SCRIPTED, LEGACY_HTTP, SCRIPTED_MODERN, MODERN_HTTP]
  return [...common, withGrandchild(mark), ...common, LEGACY_STDIO, ...common, EXITS_ON_PROBE, ...common, MODERN_STDIO]
}

export function killKinds(mark: string): readonly Kind[] {
  return [SCRIPTED, LEGACY_HTTP, SCRIPTED_MODERN, withGrandchild(mark), MODERN_HTTP, LEGACY_STDIO, MODERN_STDIO]
}

/** Where the file of process ids is that the grandchildren leave. */
export function grandchildFile(mark: string): string {
  return join(tmpdir(), `${mark}.grandchildren`)
}

/** Recovers quickly, so that a run has time for many recoveries. */
export function configOf(kind: Kind, { mark, url }: { readonly mark: string; readonly url: string }): McpServerConfig {
  const common = { serverName: 'soak', reconnect: { initialDelayMs: 20, maxDelayMs: 200, maxAttempts: 1_000 } }
  if (kind.transport === 'streamable-http') return { ...common, transport: 'streamable-http', url }
  return { ...common, transport: 'stdio', ...kind.command, env: { [MARK]: mark } }
}
