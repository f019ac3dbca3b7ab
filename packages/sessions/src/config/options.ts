import type { McpHarness, McpLogger, OnElicitation } from '@harness-mcp/client'
import { z } from 'zod'

import { sessionError } from '../errors.js'
import type { OpenUrl } from '../oauth/person.js'
import { authProvider, type AuthProviders } from '../oauth/settings.js'
import type { TokenStore } from '../oauth/token-store.js'
import type { Permission } from '../permission/permission.js'
import type { ServerEntry } from './entry.js'
import type { McpServerConfig } from './schema.js'
import { parseWholeMap } from './server-map.js'

/** The servers of a session, and what belongs to the program rather than to their configuration. */
export interface McpSessionOptions {
  /** The servers by name: 1 to 32 of `A-Z a-z 0-9 _ -`. */
  readonly mcpServers: Readonly<Record<string, McpServerConfig>>
  /** Asked before each call for which a question is due: not for tools in `alwaysAllow`. Without it nothing is asked here. */
  readonly permission?: Permission | undefined
  /**
   * Brings the questions that a server asks in the middle of a call to a person: forms, as `onElicitation` of the client
   * does. The request names the server. Without it servers are told that nobody can be asked.
   */
  readonly onElicitation?: OnElicitation | undefined
  /** Clients at authorization servers, by the name that `oauth.provider` of a server has. */
  readonly authProviders?: AuthProviders | undefined
  /** Where tokens and client registrations are kept. Default: a file in the data folder of the user. */
  readonly tokenStore?: TokenStore | undefined
  /** Shows an authorization URL to a person, for `authenticate()`. Default: opens it in the browser of this machine. */
  readonly openUrl?: OpenUrl | undefined
  /** Whether the model takes images. Without them a diagnostic stands in each place. Default: true. */
  readonly images?: boolean | undefined
  /** Gives up the start when aborted: everything is closed. Later it changes nothing: that is what `close()` is for. */
  readonly signal?: AbortSignal | undefined
  /** `await`, the default, settles when every first attempt has ended; `background` settles at once. */
  readonly startup?: 'await' | 'background' | undefined
  /** Where tools, documents and instructions are registered besides. Calls from there pass the same `permission`. */
  readonly harness?: McpHarness | undefined
  /** Told what a person running the harness should know: lost and regained connections, left-out tools. */
  readonly logger?: McpLogger | undefined
}

export interface ParsedOptions extends Omit<McpSessionOptions, 'mcpServers'> {
  readonly entries: ReadonlyMap<string, ServerEntry>
}

const isFunction = (value: unknown): boolean => typeof value === 'function'
const hasMethods = (value: unknown, ...names: string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => isFunction(Reflect.get(value, name)))
const isHarness = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'tools' in value && hasMethods(value.tools, 'register')

const schema = z.strictObject({
  mcpServers: z.unknown(),
  permission: z.custom<Permission>(isFunction, 'expected a function').optional(),
  onElicitation: z.custom<OnElicitation>(isFunction, 'expected a function').optional(),
  authProviders: z.record(z.string(), authProvider).optional(),
  tokenStore: z
    .custom<TokenStore>((value) => hasMethods(value, 'read', 'change', 'exclusively'), 'expected a token store')
    .optional(),
  openUrl: z.custom<OpenUrl>(isFunction, 'expected a function').optional(),
  images: z.boolean().optional(),
  signal: z.instanceof(AbortSignal).optional(),
  startup: z.enum(['await', 'background']).optional(),
  harness: z.custom<McpHarness>(isHarness, 'expected an object with tools.register()').optional(),
  logger: z
    .custom<McpLogger>((value) => hasMethods(value, 'info', 'warn', 'error'), 'expected info(), warn() and error()')
    .optional(),
})

/** Throws an `McpError` of code `invalid-config` that lists every problem of the options, or else of the map. */
export function parseOptions(options: unknown): ParsedOptions {
  const read = schema.safeParse(options)
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => `\n  ${[...path.map(String), message].join(': ')}`)
    throw sessionError('invalid-config', { message: `invalid options:${problems.join('')}` })
  }
  const { mcpServers, ...rest } = read.data
  return { ...rest, entries: parseWholeMap(mcpServers) }
}
