import { createRequire } from 'node:module'

import type { Client } from '@modelcontextprotocol/client'
import { z } from 'zod'

/** How long a server may be silent to the question for its revision before it counts as one of the older revisions, in ms. */
const PROBE_MS = 1_500

/** What is known about a server's era before the handshake. */
export type EraHint = 'unknown' | 'legacy' | 'modern'

const { version } = z.object({ version: z.string() }).parse(createRequire(import.meta.url)('../../package.json'))

const CLIENT_INFO = { name: 'harness-mcp', version }

/** A client of the SDK that negotiates as `hint` says. `maxMs` bounds the probe of a server that is known to understand it. */
export async function createSdkClient(hint: EraHint, maxMs: number): Promise<Client> {
  const { Client } = await import('@modelcontextprotocol/client')
  const timeoutMs = hint === 'unknown' ? Math.min(PROBE_MS, maxMs) : maxMs
  return new Client(CLIENT_INFO, {
    versionNegotiation: { mode: hint === 'modern' ? { pin: '2026-07-28' } : 'auto', probe: { timeoutMs } },
    inputRequired: { autoFulfill: false },
  })
}

/** The `_meta` of each message of revision 2026-07-28: who speaks which revision, and can do nothing more than call. */
export async function envelopeOf(revision: string): Promise<Readonly<Record<string, unknown>>> {
  const { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY } =
    await import('@modelcontextprotocol/client')
  return {
    [PROTOCOL_VERSION_META_KEY]: revision,
    [CLIENT_INFO_META_KEY]: CLIENT_INFO,
    [CLIENT_CAPABILITIES_META_KEY]: {},
  }
}
