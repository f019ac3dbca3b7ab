import type { Era, Target } from '../servers/targets.js'
import { barePipe, bareInMemory, type BareLine } from './bare-line.js'
import { CLIENT, type Contender } from './contender.js'

const TIMEOUT_MS = 60_000
const REVISION = '2026-07-28'
const ENVELOPE = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

/** The least that a client can do: JSON-RPC with a timer and a signal for each request. Nothing is looked at. */
export const bare: Contender = {
  name: 'bare',
  eras: ['legacy', 'modern'],
  open: async (target) => {
    const loop = new BareLoop(await lineTo(target), target.era)
    await loop.handshake()
    const tools = await loop.list()
    return {
      readyAt: process.hrtime.bigint(),
      tools,
      call: (name, signal) => loop.request('tools/call', { name, arguments: {} }, signal),
      list: () => loop.list(),
      close: () => loop.close(),
    }
  },
}

function lineTo(target: Target): Promise<BareLine> {
  return target.kind === 'memory' ? bareInMemory(target) : barePipe(target)
}

class BareLoop {
  readonly #line: BareLine
  readonly #era: Era
  readonly #waiting = new Map<unknown, (message: object) => void>()
  #nextId = 0

  constructor(line: BareLine, era: Era) {
    this.#line = line
    this.#era = era
    line.receive((message) => this.#receive(message))
  }

  async handshake(): Promise<void> {
    if (this.#era === 'modern') return void (await this.request('server/discover', {}))
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT })
    this.#line.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }

  async list(): Promise<number> {
    const result = await this.request('tools/list', {})
    const tools: unknown = typeof result === 'object' && result !== null && 'tools' in result ? result.tools : undefined
    return Array.isArray(tools) ? tools.length : 0
  }

  request(method: string, params: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<unknown> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      const done = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        this.#waiting.delete(id)
      }
      const stop = (reason: unknown): void => {
        done()
        this.#line.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })
        reject(reason)
      }
      const abort = (): void => stop(signal?.reason)
      const timer = setTimeout(() => stop(new Error('timed out')), TIMEOUT_MS)
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiting.set(id, (message) => {
        done()
        if ('result' in message) resolve(message.result)
        else reject(new Error(JSON.stringify(message)))
      })
      this.#line.send({
        jsonrpc: '2.0',
        id,
        method,
        params: this.#era === 'modern' ? { ...params, ...ENVELOPE } : params,
      })
    })
  }

  close(): Promise<void> {
    return this.#line.close()
  }

  #receive(message: unknown): void {
    if (typeof message === 'object' && message !== null && 'id' in message) this.#waiting.get(message.id)?.(message)
  }
}
