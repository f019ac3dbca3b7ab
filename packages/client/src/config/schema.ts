import { constants } from 'node:buffer'

import { z } from 'zod'

import { unknownKey } from './unknown-key.js'

/** Node fires a timer past this many ms at once. */
const LONGEST_TIMER_MS = 2_147_483_647

/** A message becomes one string, and Node makes none with more characters. */
const LONGEST_STRING = constants.MAX_STRING_LENGTH

const whole = (from: number, to: number) => {
  const error = `expected a whole number from ${from} to ${to}`
  return z.int({ error }).min(from, { error }).max(to, { error })
}
const milliseconds = (byDefault: number) => whole(1, LONGEST_TIMER_MS).default(byDefault)
const bytes = (from: number) => whole(from, Number.MAX_SAFE_INTEGER)

const reconnect = z.strictObject(
  {
    enabled: z.boolean().default(true).describe('Whether a lost connection is opened again.'),
    initialDelayMs: milliseconds(500).describe(
      'The wait before the first new attempt, in ms. It doubles with each one.',
    ),
    maxDelayMs: milliseconds(30_000).describe('The longest wait between two attempts, in ms.'),
    maxAttempts: whole(1, 1_000_000).default(10).describe('Attempts without a lasting connection before giving up.'),
  },
  { error: unknownKey(['enabled', 'initialDelayMs', 'maxDelayMs', 'maxAttempts']) },
)

const glob = z.string().min(1).max(1_024, 'expected a tool name or glob of at most 1024 characters')

const toolFilter = z.strictObject(
  {
    allow: z.array(glob).optional().describe('Raw tool names or globs. Only these tools are offered.'),
    deny: z.array(glob).default([]).describe('Raw tool names or globs that are never offered.'),
  },
  { error: unknownKey(['allow', 'deny']) },
)

const common = {
  serverName: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,32}$/, 'expected 1 to 32 of the characters A-Z a-z 0-9 _ -')
    .describe('The name of this server in public tool names, prompts and errors. Unique in its scope.'),
  disabled: z.boolean().default(false).describe('Configured and known, but not connected.'),
  toolCallTimeoutMs: milliseconds(60_000).describe(
    'For each tool call or resource request, in ms. Progress starts it anew.',
  ),
  maxTotalTimeoutMs: milliseconds(600_000).describe('No call outlives this, in ms, whatever its progress.'),
  connectTimeoutMs: milliseconds(60_000).describe(
    'For connecting, negotiation and the first discovery together, in ms.',
  ),
  maxInstructionBytes: bytes(1)
    .default(32_768)
    .describe('The longest instructions taken into the prompt, in bytes of UTF-8.'),
  maxMessageBytes: whole(1024, LONGEST_STRING)
    .default(67_108_864)
    .describe('The largest message accepted from the server, in bytes.'),
  maxModelBytes: bytes(1).optional().describe('The most text of one result that the model reads, in bytes of UTF-8.'),
  failOnStartupError: z
    .boolean()
    .default(false)
    .describe('Whether a failed first connection or discovery fails the activation.'),
  reconnect: reconnect.prefault({}).describe('Recovery after a lost connection.'),
  tools: toolFilter.prefault({}).describe('Which tools are offered.'),
}

/** What the transport itself sets, and what belongs to one hop only. */
const RESERVED_HEADERS =
  /^(?:mcp-.*|accept|connection|content-length|content-type|expect|host|keep-alive|last-event-id|te|trailer|transfer-encoding|upgrade)$/i

const headerValue = z
  .string()
  .regex(
    /^[\t\x20-\x7e\x80-\xff]*$/,
    'a header value must not contain a line break, a control character or anything beyond Latin-1',
  )
const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'expected an HTTP header name')
  .refine((name) => !RESERVED_HEADERS.test(name), 'this header belongs to the protocol and cannot be configured')

/** What is wrong with a key of a record, in place of "Invalid key in record". */
function whyNoKey(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined
}

const url = z
  .url({ protocol: /^https?$/, error: 'expected an http or https URL' })
  .refine((text) => !hasCredentials(text), 'credentials in the URL are refused: put them in headers')
  .describe('The endpoint of the server.')

const remote = {
  url,
  headers: z
    .record(headerName, headerValue, { error: whyNoKey })
    .default({})
    .describe('Sent to the origin of `url` alone.'),
}

/** The system ends a string at NUL. */
const plain = z.string().regex(/^[^\0]*$/, 'must not contain NUL')

/** What no system takes for the name of a variable; one with `=` would set another variable. */
const variableName = z.string().regex(/^[^=\0]+$/, 'expected the name of a variable: not empty, without "=" and NUL')

const stdioShape = {
  ...common,
  transport: z.literal('stdio'),
  command: plain.min(1).describe('The program to start. No shell is involved.'),
  args: z.array(plain).default([]).describe('Its arguments.'),
  env: z
    .record(variableName, plain, { error: whyNoKey })
    .default({})
    .describe('Merged over the scrubbed environment of the harness.'),
  cwd: plain.min(1).optional().describe('Its working directory. Default: that of the harness.'),
}
const httpShape = { ...common, transport: z.literal('streamable-http'), ...remote }
const sseShape = { ...common, transport: z.literal('sse'), ...remote }

export const stdioSchema = z.strictObject(stdioShape, { error: unknownKey(Object.keys(stdioShape)) })
export const httpSchema = z.strictObject(httpShape, { error: unknownKey(Object.keys(httpShape)) })
export const sseSchema = z.strictObject(sseShape, { error: unknownKey(Object.keys(sseShape)) })

/** The one source of the configuration: its types, defaults, errors and JSON Schema. */
export const schema = z.discriminatedUnion('transport', [stdioSchema, httpSchema, sseSchema], {
  error: (issue) => (issue.code === 'invalid_union' ? `expected 'stdio', 'streamable-http' or 'sse'` : undefined),
})

/** What you write: fields with a default may be left out. */
export type McpServerConfig = z.input<typeof schema>
/** The same with every default filled in. */
export type ResolvedConfig = z.output<typeof schema>
export type StdioConfig = z.output<typeof stdioSchema>
export type RemoteConfig = z.output<typeof httpSchema> | z.output<typeof sseSchema>

function hasCredentials(text: string): boolean {
  // zod runs refinements on what failed the format check too.
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username !== '' || password !== ''
}
