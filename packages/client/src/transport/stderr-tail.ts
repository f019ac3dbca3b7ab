import { plainText } from '@harness-mcp/result-adapter'

import { withoutSecrets } from '../redaction.js'

const KEPT_BYTES = 16_384

/**
 * The end of what a server wrote to standard error, without the secrets that it was given. Everything is drained; at least
 * the last 16 KiB and the longest secret are kept, at most twice that.
 */
export class StderrTail {
  readonly #secrets: readonly string[]
  readonly #longest: number
  readonly #kept: number
  #chunks: Buffer[] = []
  #bytes = 0
  #isCut = false

  /** `secrets` come longest first. */
  constructor(secrets: readonly string[] = []) {
    // As they look in a text that has been cleaned: it has other line breaks, and no blanks at its end.
    this.#secrets = secrets.map((secret) => plainText(secret, Number.MAX_SAFE_INTEGER).trim()).filter(Boolean)
    this.#longest = Math.max(0, ...this.#secrets.map(({ length }) => length))
    this.#kept = KEPT_BYTES + Math.max(0, ...secrets.map((secret) => Buffer.byteLength(secret)))
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes < 2 * this.#kept) return
    // All at once, and copied: shifting single chunks is slow for a server that writes bytes, and a slice keeps its whole chunk alive.
    this.#chunks = [Buffer.from(Buffer.concat(this.#chunks).subarray(-this.#kept))]
    this.#bytes = this.#kept
    this.#isCut = true
  }

  /** The last whole lines, at most `maxBytes` of UTF-8, without control characters. Of one long line, its end. */
  text(maxBytes = 1_536): string {
    const raw = Buffer.concat(this.#chunks).toString('utf8')
    const clean = plainText(raw, Number.MAX_SAFE_INTEGER).trimEnd()
    // Secrets go before anything is cut: half of one is no longer recognised, and still gives it away.
    const all = Buffer.from(withoutSecrets(this.#isCut ? this.#fromWhole(clean) : clean, this.#secrets))
    const end = all.subarray(-maxBytes)
    const lines = end.length < all.length ? end.subarray(end.indexOf('\n') + 1) : end
    return plainText(lines.toString('utf8').replace(/^\uFFFD+/, ''), maxBytes)
  }

  /** The text from a place on where no secret is half: behind the longest that the cut can have hit, and in no other. */
  #fromWhole(text: string): string {
    let start = this.#longest
    for (let end: number | undefined = start; end !== undefined; end = this.#endOfSecretAt(text, start)) start = end
    return text.slice(start)
  }

  /** Where the secret ends that begins before `place` and goes on behind it. */
  #endOfSecretAt(text: string, place: number): number | undefined {
    for (const secret of this.#secrets) {
      const begin = text.indexOf(secret, Math.max(0, place - secret.length + 1))
      if (begin !== -1 && begin < place) return begin + secret.length
    }
    return undefined
  }
}
