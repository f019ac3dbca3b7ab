// The inside of the built client: its public face has no way to ask for a list without also planning it, and the two are
// measured apart.
import { parseConfig } from '../../../client/dist/config/config.js'
import { openConnection } from '../../../client/dist/connection/open.js'
import { redactor } from '../../../client/dist/redaction.js'
import type { Target } from '../servers/targets.js'
import type { Session } from './contender.js'
import { configOf } from './ours.js'

/** One connection of our client, below discovery: lists arrive, and nothing is planned. */
export async function openOurWire(target: Target): Promise<Pick<Session, 'list' | 'close'>> {
  const config = parseConfig({ ...configOf(target), maxMessageBytes: 134_217_728 })
  const { signal } = new AbortController()
  const connection = await openConnection({ config, redact: redactor(config), signal, hint: 'unknown', warn: () => {} })
  return {
    list: async () => {
      const page = await connection.request({ method: 'tools/list', params: {} }, { signal })
      const tools: unknown = typeof page === 'object' && page !== null && 'tools' in page ? page.tools : undefined
      return Array.isArray(tools) ? tools.length : 0
    },
    close: () => connection.close(),
  }
}
