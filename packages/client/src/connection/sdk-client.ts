import { createRequire } from 'node:module'

import type { Client, ClientCapabilities } from '@modelcontextprotocol/client'
import { z } from 'zod'

import type { Elicitor } from '../elicitation/elicitor.js'

/** How long a server may be silent to the question for its revision before it counts as one of the older revisions, in ms. */
const PROBE_MS = 1_500

/** What is known about a server's era before the handshake. */
export type EraHint = 'unknown' | 'legacy' | 'modern'

const { version } = z.object({ version: z.string() }).parse(createRequire(import.meta.url)('../../package.json'))

const CLIENT_INFO = { name: 'harness-mcp', version }

/** What is declared: what somebody answers. Forms alone, because a URL would be opened on a server's word. */
export function capabilitiesOf(elicitor: Elicitor | undefined): ClientCapabilities {
  return elicitor === undefined ? {} : { elicitation: { form: {} } }
}

/** A client of the SDK that negotiates as `hint` says. `maxMs` bounds the probe of a server that is known to understand it. */
export async function createSdkClient(
  hint: EraHint,
  maxMs: number,
  capabilities: ClientCapabilities = {},
): Promise<Client> {
  const { Client } = await import('@modelcontextprotocol/client')
  const timeoutMs = hint === 'unknown' ? Math.min(PROBE_MS, maxMs) : maxMs
  return new Client(CLIENT_INFO, {
    versionNegotiation: { mode: hint === 'modern' ? { pin: '2026-07-28' } : 'auto', probe: { timeoutMs } },
    inputRequired: { autoFulfill: false },
    capabilities,
  })
}

/** The `_meta` of each message of revision 2026-07-28: who speaks which revision, and what it can be asked for. */
export async function envelopeOf(
  revision: string,
  capabilities: ClientCapabilities,
): Promise<Readonly<Record<string, unknown>>> {
  const { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY } =
    await import('@modelcontextprotocol/client')
  return {
    [PROTOCOL_VERSION_META_KEY]: revision,
    [CLIENT_INFO_META_KEY]: CLIENT_INFO,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
  }
}
