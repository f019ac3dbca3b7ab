import type { JSONRPCMessage } from '@modelcontextprotocol/client'

import { isJsonObject } from '../json.js'
import { readable } from './answers.js'
import { isCall } from './message.js'

/** The requests whose results the SDK takes whole or not at all. */
const HANDSHAKES: ReadonlySet<string> = new Set(['initialize', 'server/discover'])
/** Where revision 2026-07-28 says who the server is. */
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'
/** The capabilities that are groups of flags. Everything else that a server may declare is for clients that offer more. */
const CAPABILITIES = ['tools', 'resources', 'prompts', 'logging', 'completions'] as const

/** The handshakes that are under way: their results are repaired as they pass by. */
export class Handshakes {
  readonly #underWay = new Set<string>()

  /** Looks at a message on its way to the server. */
  sent(message: JSONRPCMessage): void {
    if (isCall(message) && 'id' in message && HANDSHAKES.has(message.method)) this.#underWay.add(String(message.id))
  }

  /** A message on its way from the server, as the SDK can read it. */
  received(message: JSONRPCMessage): JSONRPCMessage {
    const mended = readable(message)
    if (isCall(mended) || !this.#underWay.delete(String(mended.id)) || !('result' in mended)) return mended
    return { ...mended, result: repairHandshake(mended.result) }
  }
}

/**
 * The result of a handshake with what is needed of it and nothing else, because the SDK rejects the whole of it, and with it
 * the server, for an icon without an address. What makes it a handshake at all (`protocolVersion`, `supportedVersions`) is
 * not made up: without it there was none.
 */
export function repairHandshake(result: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { protocolVersion, supportedVersions, resultType, instructions, _meta: meta } = result
  return {
    ...(typeof resultType === 'string' && { resultType }),
    ...(protocolVersion !== undefined && { protocolVersion, serverInfo: implementation(result['serverInfo']) }),
    ...(Array.isArray(supportedVersions) && { supportedVersions: supportedVersions.filter(isText) }),
    capabilities: capabilities(result['capabilities']),
    ...(typeof instructions === 'string' && { instructions }),
    ...(isJsonObject(meta) &&
      isJsonObject(meta[SERVER_INFO]) && { _meta: { [SERVER_INFO]: implementation(meta[SERVER_INFO]) } }),
  }
}

function capabilities(declared: unknown): Record<string, Record<string, boolean>> {
  if (!isJsonObject(declared)) return {}
  const groups = CAPABILITIES.map((name) => [name, flags(declared[name])] as const)
  return Object.fromEntries(groups.flatMap(([name, group]) => (group === undefined ? [] : [[name, group]])))
}

/** The flags of a capability, or `undefined` where it is not declared. Some servers declare one with `true`. */
function flags(capability: unknown): Record<string, boolean> | undefined {
  if (capability === true) return {}
  if (!isJsonObject(capability)) return undefined
  const set = Object.entries(capability).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean')
  return Object.fromEntries(set)
}

/** A name and a version, empty where the server gives none. */
function implementation(info: unknown): { name: string; version: string } {
  const { name, version } = isJsonObject(info) ? info : {}
  return { name: words(name), version: words(version) }
}

function words(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
