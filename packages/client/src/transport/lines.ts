const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** A line, or what a chunk holds of one. */
export interface LinePiece {
  readonly bytes: Uint8Array
  /** Whether the line ends behind it. */
  readonly ends: boolean
}

/** The lines of a chunk in which a line ends with LF. */
export function* linePieces(chunk: Uint8Array): Generator<LinePiece> {
  let start = 0
  for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
    yield { bytes: chunk.subarray(start, end), ends: true }
    start = end + 1
  }
  if (start < chunk.length) yield { bytes: chunk.subarray(start), ends: false }
}

/**
 * Makes every line end with LF. In an event stream it may also be CR LF, or CR (HTML standard, 9.2.6): the SDK's parser waits
 * behind a CR for what comes next, and on a quiet stream that is nothing.
 */
export function plainLineEnds(): TransformStream<Uint8Array, Uint8Array> {
  let returned = false
  return new TransformStream({
    transform(chunk, controller) {
      const own = returned && chunk[0] === LINE_FEED ? chunk.subarray(1) : chunk
      if (chunk.length > 0) returned = chunk[chunk.length - 1] === CARRIAGE_RETURN
      if (own.length > 0) controller.enqueue(own.includes(CARRIAGE_RETURN) ? withoutReturns(own) : own)
    },
  })
}

function withoutReturns(chunk: Uint8Array): Uint8Array {
  const kept = chunk.filter((byte, at) => byte !== LINE_FEED || chunk[at - 1] !== CARRIAGE_RETURN)
  return kept.map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte))
}
