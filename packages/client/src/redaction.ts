import { plainText } from '@harness-mcp/result-adapter'

import type { ResolvedConfig } from './config/schema.js'

/** Shorter values are words that occur anywhere. */
const SHORTEST_SECRET = 8
const LONGEST_TEXT_BYTES = 2_048

/** Makes foreign text fit to show: configured secrets replaced, control characters gone, 2 KiB at most. */
export type Redactor = (text: string) => string

/** A redactor for what one server, its process or its transport says. Its secrets are the values of `headers` and `env`. */
export function redactor(config: ResolvedConfig): Redactor {
  const secrets = secretsOf(config)
  return (text) => {
    // Cut before the search, not only after: a server chooses how long its error is.
    const short = text.slice(0, 4 * LONGEST_TEXT_BYTES)
    return plainText(
      secrets.reduce((clean, secret) => clean.replaceAll(secret, '[redacted]'), short),
      LONGEST_TEXT_BYTES,
    )
  }
}

function secretsOf(config: ResolvedConfig): readonly string[] {
  const values = Object.values(config.transport === 'stdio' ? config.env : config.headers)
  const withoutScheme = values.map((value) => value.replace(/^(?:Bearer|Basic|Token)\s+/i, ''))
  return [...new Set([...values, ...withoutScheme])]
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
}
