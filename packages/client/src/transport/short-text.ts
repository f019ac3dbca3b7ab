import { linePieces } from './lines.js'

/** The longest text that is kept, in bytes, unless somebody needs all of it. */
export const MOST_BYTES = 65_536

/** Keeps the pieces of a short text until its end, and lets those of a long one through. */
export class ShortText {
  readonly #mostBytes: number
  #pieces: Uint8Array[] = []
  #bytes = 0

  constructor(mostBytes: number = MOST_BYTES) {
    this.#mostBytes = mostBytes
  }

  /** What is not kept, in order. */
  add(piece: Uint8Array): readonly Uint8Array[] {
    this.#bytes += piece.length
    if (this.#bytes <= this.#mostBytes) this.#pieces.push(piece)
    return this.#bytes <= this.#mostBytes ? [] : [...this.#pieces.splice(0), piece]
  }

  /** The text, or `undefined` when it was too long to keep. Begins anew. */
  take(): string | undefined {
    const text = this.#bytes <= this.#mostBytes ? Buffer.concat(this.#pieces).toString('utf8') : undefined
    this.#pieces = []
    this.#bytes = 0
    return text
  }
}

type Change = (text: string) => string

/** Changes a body, unless it is longer than `mostBytes`. What `change` throws fails the body. */
export function changeWhole(change: Change, mostBytes?: number): TransformStream<Uint8Array, Uint8Array> {
  const kept = new ShortText(mostBytes)
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

/** Changes each line that is not longer than `mostBytes`. What came in one chunk leaves in one. */
export function changeLines(change: Change, mostBytes?: number): TransformStream<Uint8Array, Uint8Array> {
  const kept = new ShortText(mostBytes)
  return new TransformStream({
    transform(chunk, controller) {
      const changed: Uint8Array[] = []
      for (const { bytes, ends } of linePieces(chunk)) {
        changed.push(...kept.add(bytes))
        if (!ends) continue
        const line = kept.take()
        changed.push(Buffer.from(line === undefined ? '\n' : `${change(line)}\n`))
      }
      if (changed.length > 0) controller.enqueue(Buffer.concat(changed))
    },
    flush(controller) {
      const line = kept.take()
      if (line !== undefined) controller.enqueue(Buffer.from(change(line)))
    },
  })
}
