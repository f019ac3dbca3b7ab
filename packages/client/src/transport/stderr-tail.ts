import { plainText } from '@harness-mcp/result-adapter'

const KEPT_BYTES = 16_384

/** The end of what a server wrote to standard error. Everything is drained; at least the last 16 KiB are kept, at most twice that. */
export class StderrTail {
  #chunks: Buffer[] = []
  #bytes = 0

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes < 2 * KEPT_BYTES) return
    // All at once, and copied: shifting single chunks is slow for a server that writes bytes, and a slice keeps its whole chunk alive.
    this.#chunks = [Buffer.from(Buffer.concat(this.#chunks).subarray(-KEPT_BYTES))]
    this.#bytes = KEPT_BYTES
  }

  /** The last whole lines, at most `maxBytes` of UTF-8, without control characters. Of one long line, its end. */
  text(maxBytes = 1_536): string {
    const all = Buffer.from(Buffer.concat(this.#chunks).toString('utf8').trimEnd())
    const end = all.subarray(-maxBytes)
    // Half a line may hold half a secret, which nobody would recognise.
    const whole = end.length < all.length ? end.subarray(end.indexOf('\n') + 1) : end
    return plainText(whole.toString('utf8').replace(/^\uFFFD+/, ''), maxBytes)
  }
}
