import { failed, misuse } from '../host-error.js'
import type { Harness } from '../harness/harness.js'
import { suggestion } from '../nearest.js'

/** The name, when it is that of a server that is ready. */
export function knownServer(harness: Harness, name: string): string {
  const servers = harness.servers()
  const server = servers.find((candidate) => candidate.name === name)
  if (server === undefined)
    throw misuse(
      `there is no server "${name}".${suggestion(
        name,
        servers.map((each) => each.name),
      )}`,
    )
  const { state, reason } = server.snapshot()
  if (state !== 'ready') throw failed(`${name} is not ready (${state}${reason && `: ${reason}`}).`)
  return name
}
