import { plainText } from '@harness-mcp/result-adapter'

import type { RemoteConfig, ResolvedConfig } from './config/schema.js'

/** Shorter values are words that occur anywhere. */
const SHORTEST_SECRET = 8
const LONGEST_TEXT_BYTES = 2_048
const MOST_LEARNED = 1_000

/** Makes foreign text fit to show: configured secrets replaced, control characters gone, 2 KiB at most. */
export interface Redactor {
  (text: string): string
  /** Replaces this too from now on. For what becomes known only later, such as the id of a session. */
  learn(secret: string): void
}

/**
 * A redactor for what one server, its process or its transport says. Its secrets are the values of `headers`, each cookie
 * among them, of `env`, and of the query of `url`.
 */
export function redactor(config: ResolvedConfig): Redactor {
  const secrets = secretsOf(config)
  const configured = secrets.length
  const redact = (text: string): string => {
    // Cut before the search, not only after: a server chooses how long its error is.
    const head = text.slice(0, 4 * LONGEST_TEXT_BYTES)
    const isCut = head.length < text.length
    const hide = (part: string): string => withoutSecrets(isCut ? withoutHalf(part, secrets) : part, secrets)
    // Twice: a line break in a secret does not survive the cleaning, and invisible characters in one hide it until then.
    return plainText(hide(plainText(hide(head), Number.MAX_SAFE_INTEGER)), LONGEST_TEXT_BYTES)
  }
  const learn = (secret: string): void => {
    if (secret.length < SHORTEST_SECRET || secrets.includes(secret)) return
    secrets.unshift(secret)
    // The oldest that was learned goes, never one that was configured.
    if (secrets.length > configured + MOST_LEARNED) secrets.splice(MOST_LEARNED, 1)
  }
  return Object.assign(redact, { learn })
}

/** A text in which no whole secret is left. `secrets` come longest first: one may hold another. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, '[redacted]'), text)
}

/** A text without the longest beginning of a secret that stands at its end, where it was cut. */
function withoutHalf(text: string, secrets: readonly string[]): string {
  const halves = secrets.map((secret) => {
    let length = Math.min(secret.length - 1, text.length)
    while (length > 0 && !text.endsWith(secret.slice(0, length))) length--
    return length
  })
  return text.slice(0, text.length - Math.max(0, ...halves))
}

/** What of a configuration is shown nowhere, longest first. */
export function secretsOf(config: ResolvedConfig): string[] {
  const values = config.transport === 'stdio' ? Object.values(config.env) : remoteValues(config)
  const withoutScheme = values.map((value) => value.replace(/^(?:Bearer|Basic|Token)\s+/i, ''))
  return [...new Set([...values, ...withoutScheme])]
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
}

/** The values of headers, of each cookie, and of the query, as it is written and as it is meant. */
function remoteValues({ headers, url }: RemoteConfig): string[] {
  const { search, searchParams } = new URL(url)
  const named = Object.entries(headers).flatMap(([name, value]) =>
    name.toLowerCase() === 'cookie' ? [value, ...pairValues(value.split(';'))] : [value],
  )
  return [...named, ...pairValues(search.slice(1).split('&')), ...searchParams.values()]
}

function pairValues(pairs: readonly string[]): string[] {
  return pairs.map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
}
