import { plainLine } from '@harness-mcp/result-adapter'
import { desktopError } from './errors.js'
import type { ComputerUse } from './harness.js'

/** The name of this provider in `ctx.computerUse`. */
const PROVIDER = 'cua-driver-native'

/**
 * Makes this the one desktop provider of the harness, where the harness keeps track of that. Returns the undo.
 *
 * @throws DesktopError `duplicate-provider` with the name of the provider that came first.
 */
export function reserve(service: ComputerUse | undefined): () => unknown {
  if (service === undefined) return () => undefined
  try {
    return service.register(PROVIDER)
  } catch (cause) {
    const first = service.providerName
    if (typeof first !== 'string') throw cause
    const message = `the harness has a desktop provider already, "${plainLine(first, 100)}", and takes only one`
    throw desktopError('duplicate-provider', message, cause)
  }
}
