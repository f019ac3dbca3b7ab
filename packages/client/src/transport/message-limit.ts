import { linePieces } from './lines.js'

/** What is told of a message that is too large. */
export type TooLarge = (message: string) => Error

/** Cuts a body off when a message in it is larger than `maxBytes`: all of it, or each event when it is an event stream. */
export function limitMessages(
  maxBytes: number,
  eventStream: boolean,
  tooLarge: TooLarge,
): TransformStream<Uint8Array, Uint8Array> {
  const measure = eventStream ? eventMeter() : bodyMeter()
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = measure(chunk)
      if (bytes <= maxBytes) controller.enqueue(chunk)
      else controller.error(tooLarge(`a message of over ${bytes} bytes exceeds maxMessageBytes (${maxBytes})`))
    },
  })
}

/** Takes the next chunk and gives the size of the largest message in it, with what of that message came before. */
type Meter = (chunk: Uint8Array) => number

function bodyMeter(): Meter {
  let bytes = 0
  return (chunk) => (bytes += chunk.length)
}

/** Lines of data begin with it, and no others of the format do. */
const D = 0x64

/**
 * An event stream lives on: an empty line ends an event, and the count starts anew. The lines of data add up until then; of
 * all others, such as the comments that keep a connection open, a reader keeps none, so each counts by itself.
 */
function eventMeter(): Meter {
  let data = 0
  let line = 0
  let first: number | undefined
  return (chunk) => {
    let largest = 0
    for (const { bytes, ends } of linePieces(chunk)) {
      first ??= bytes[0]
      line += bytes.length
      largest = Math.max(largest, data + line)
      if (!ends) continue
      if (line === 0) data = 0
      else if (first === D) data += line + 1
      line = 0
      first = undefined
    }
    return largest
  }
}
