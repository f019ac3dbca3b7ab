import { failed, misuse } from '../host-error.js'
import type { Harness } from '../harness/harness.js'
import type { HostedServer } from '../harness/servers.js'
import { suggestion } from '../nearest.js'

/** The server of this name, in whatever state. */
export function serverNamed(harness: Harness, name: string): HostedServer {
  const servers = harness.servers()
  const server = servers.find((candidate) => candidate.name === name)
  if (server !== undefined) return server
  const names = servers.map((each) => each.name)
  throw misuse(`there is no server "${name}".${suggestion(name, names)}`)
}

/** The name, when it is that of a server that is ready. */
export function knownServer(harness: Harness, name: string): string {
  const { state, reason } = serverNamed(harness, name).snapshot()
  if (state !== 'ready') throw failed(`${name} is not ready (${state}${reason && `: ${reason}`}).`)
  return name
}
