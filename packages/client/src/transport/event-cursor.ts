import { isMessage } from './message.js'
import { linePieces } from './lines.js'
import { MOST_BYTES, ShortText } from './short-text.js'

/** What Node sends as the value of a header. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]+$/

/**
 * Reads along an event stream, and remembers what it takes to go on with it after it broke: HTML standard, 9.2, and MCP
 * specification 2025-11-25, basic/transports. An event counts from its empty line on.
 */
export class EventCursor {
  readonly #line = new ShortText()
  #event = newEvent()
  #lastId: string | undefined
  #retryMs: number | undefined
  #answered = false

  /** The id of the last event that had one, as the value of the header `Last-Event-ID`. */
  get lastId(): string | undefined {
    return this.#lastId
  }

  /** How long the server wants to be left alone before the stream is opened again, in ms. */
  get retryMs(): number | undefined {
    return this.#retryMs
  }

  /** Whether a response came. */
  get answered(): boolean {
    return this.#answered
  }

  read(chunk: Uint8Array): void {
    for (const { bytes, ends } of linePieces(chunk)) {
      this.#line.add(bytes)
      if (ends) this.#takeLine(this.#line.take())
    }
  }

  /** The stream broke: an event without its end is none. */
  interrupt(): void {
    this.#line.take()
    this.#event = newEvent()
  }

  /** The stream is to be opened from now on, not from the last id. */
  forget(): void {
    this.#lastId = undefined
  }

  #takeLine(line: string | undefined): void {
    // Too long to keep. An event of that size is taken for the response: better not resumed than resumed for ever.
    if (line === undefined) this.#event.large = true
    else if (line === '') this.#takeEvent()
    else this.#takeField(line)
  }

  #takeField(line: string): void {
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'id') this.#event.id = value
    if (field === 'event') this.#event.type = value
    if (field === 'retry' && /^\d+$/.test(value)) this.#retryMs = Number(value)
    if (field !== 'data') return
    if (this.#event.data.length + value.length > MOST_BYTES) this.#event.large = true
    else this.#event.data += `${value}\n`
  }

  #takeEvent(): void {
    const { id, type, data, large } = this.#event
    this.#event = newEvent()
    const header = Buffer.from(id, 'utf8').toString('latin1')
    if (HEADER_VALUE.test(header)) this.#lastId = header
    if (type === '' || type === 'message') this.#answered ||= large || isAnswer(data)
  }
}

interface UnfinishedEvent {
  id: string
  type: string
  data: string
  large: boolean
}

function newEvent(): UnfinishedEvent {
  return { id: '', type: '', data: '', large: false }
}

function isAnswer(data: string): boolean {
  if (!data.includes('"result"') && !data.includes('"error"')) return false
  try {
    const value: unknown = JSON.parse(data)
    return isMessage(value) && !('method' in value)
  } catch {
    return false
  }
}
