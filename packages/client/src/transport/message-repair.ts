import { readable } from './answers.js'
import { isMessage } from './message.js'

const NEWLINE = 0x0a
/** What is worth a second look, in bytes: an answer that is larger has a result that is an object. */
const MOST_BYTES = 65_536
const DATA = 'data:'

/**
 * Mends answers of the wrong shape on their way through HTTP. The SDK's transports parse each message against their schemas
 * before anybody else sees it, and drop one whose result is `null`, or whose error has a code that is text; the call then
 * waits until its time is up.
 */
export function repairMessages(eventStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  return eventStream ? perLine(mendEventLine) : whole(mend)
}

function mendEventLine(line: string): string {
  return line.startsWith(DATA) ? DATA + mend(line.slice(DATA.length)) : line
}

/** The text of a message, or of a batch, with answers of a readable shape. Text that is no JSON stays as it is. */
function mend(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    const mended: unknown = Array.isArray(value) ? value.map(mendMessage) : mendMessage(value)
    return mended === value ? text : JSON.stringify(mended)
  } catch {
    return text
  }
}

function mendMessage(value: unknown): unknown {
  return isMessage(value) ? readable(value) : value
}

function whole(change: (text: string) => string): TransformStream<Uint8Array, Uint8Array> {
  const kept = new Keeper()
  return new TransformStream({
    transform: (chunk, controller) => {
      for (const piece of kept.add(chunk)) controller.enqueue(piece)
    },
    flush: (controller) => {
      const text = kept.take()
      if (text !== undefined) controller.enqueue(Buffer.from(change(text)))
    },
  })
}

function perLine(change: (line: string) => string): TransformStream<Uint8Array, Uint8Array> {
  const kept = new Keeper()
  return new TransformStream({
    transform(chunk, controller) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        for (const piece of kept.add(chunk.subarray(start, end))) controller.enqueue(piece)
        const line = kept.take()
        controller.enqueue(Buffer.from(line === undefined ? '\n' : `${change(line)}\n`))
        start = end + 1
      }
      for (const piece of kept.add(chunk.subarray(start))) controller.enqueue(piece)
    },
    flush(controller) {
      const line = kept.take()
      if (line !== undefined) controller.enqueue(Buffer.from(change(line)))
    },
  })
}

/** Keeps the pieces of a short text until its end, and lets those of a long one through. */
class Keeper {
  #pieces: Uint8Array[] = []
  #bytes = 0

  /** What is not kept, in order. */
  add(piece: Uint8Array): readonly Uint8Array[] {
    this.#bytes += piece.length
    if (this.#bytes <= MOST_BYTES) this.#pieces.push(piece)
    return this.#bytes <= MOST_BYTES ? [] : [...this.#pieces.splice(0), piece]
  }

  /** The text, or `undefined` when it was too long to keep. Begins anew. */
  take(): string | undefined {
    const text = this.#bytes <= MOST_BYTES ? Buffer.concat(this.#pieces).toString('utf8') : undefined
    this.#pieces = []
    this.#bytes = 0
    return text
  }
}
