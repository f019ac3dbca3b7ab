import {
  imageResult,
  LARGEST_MESSAGE,
  longText,
  MEGABYTE,
  type Offer,
  structuredResult,
  textResult,
  toolsOf,
} from './offer.js'

/** What goes back for one request. The same object for the same answer, so that it can be serialized once. */
export type Answer =
  | { readonly result: object }
  | { readonly error: { readonly code: number; readonly message: string } }

/**
 * A server that costs next to nothing: every answer is made once, on first use. It looks at no more of a request than its
 * method and the name of the tool.
 */
export class PayloadServer {
  readonly #offer: Offer
  readonly #results = new Map<string, object>()
  /** When `tools/list` last arrived, on the clock that all processes of a machine share, in ns. */
  #listedAt = 0n
  #revision = 0
  /** Set by whoever carries the messages: tells the client that the list has changed. */
  onChange: () => void = () => {}

  constructor(offer: Offer) {
    this.#offer = offer
  }

  answer(method: string, params: unknown): Answer {
    if (method === 'tools/list') this.#listedAt = process.hrtime.bigint()
    const result = method === 'tools/call' ? this.#call(toolNameOf(params)) : this.#handshake(method)
    return result ? { result } : { error: { code: -32_601, message: 'Method not found' } }
  }

  change(): void {
    this.#revision++
    this.onChange()
  }

  #handshake(method: string): object | undefined {
    const { modern } = this.#offer
    if (method === 'tools/list') return this.#once(`list ${this.#revision}`, () => this.#list())
    if (method === 'ping') return this.#once('ping', () => ({}))
    if (method === 'initialize' && !modern) return this.#once('initialize', initialized)
    return method === 'server/discover' && modern ? this.#once('discover', discovered) : undefined
  }

  #list(): object {
    // Only the newest list is needed again, and a thousand of them would be the server's own heap growth.
    for (const key of this.#results.keys()) if (key.startsWith('list ')) this.#results.delete(key)
    return { tools: toolsOf(this.#offer, this.#revision), ...(this.#offer.modern && CACHING) }
  }

  #call(tool: string): object {
    switch (tool) {
      case 'clock':
        return this.#complete(textResult(String(this.#listedAt)))
      case 'touch':
        setImmediate(() => this.change())
        return this.#complete(textResult('touched'))
      default:
        return this.#once(tool, () => payload(tool))
    }
  }

  #once(key: string, make: () => object): object {
    const known = this.#results.get(key)
    if (known !== undefined) return known
    const made = this.#complete(make())
    this.#results.set(key, made)
    return made
  }

  #complete(result: object): object {
    return this.#offer.modern ? { resultType: 'complete', ...result } : result
  }
}

const CACHING = { ttlMs: 0, cacheScope: 'private' }

function payload(tool: string): object {
  switch (tool) {
    case 'tiny':
      return textResult('The work is finished.')
    case 'text-1mb':
      return textResult(longText(MEGABYTE))
    case 'image-5mb':
      return imageResult(5 * MEGABYTE)
    case 'text-64mb':
      return textResult(longText(LARGEST_MESSAGE))
    default:
      return structuredResult()
  }
}

function initialized(): object {
  const serverInfo = { name: 'payload', version: '1.0.0' }
  return { protocolVersion: '2025-11-25', capabilities: { tools: { listChanged: true } }, serverInfo }
}

function discovered(): object {
  return { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ...CACHING }
}

function toolNameOf(params: unknown): string {
  const name: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'name') : undefined
  return String(name)
}
