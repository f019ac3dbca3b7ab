import { Config } from '@harness-mcp/client'
import { z } from 'zod'

import { healthCheck } from '../health/settings.js'
import { oauthEntry } from '../oauth/settings.js'
import { isServerSource, type ServerSource } from './in-process.js'
import { unknownKeys } from './unknown-keys.js'

/** The schema of one server has the fields, defaults and descriptions; here they get the spelling of a map of servers. */
const [stdio, http, sse] = Config.options

const rawName = z.string().min(1).max(1_024, 'expected a tool name of at most 1024 characters')

const alwaysAllow = z
  .array(rawName)
  .default([])
  .describe('Raw names of tools of this server that are called without a question.')

const oauth = oauthEntry.optional().describe('OAuth, which a server may ask for.')

const { serverName: _name, transport: _stdio, failOnStartupError: _fail, ...stdioFields } = stdio.shape
const { serverName: _name2, transport: _http, failOnStartupError: _fail2, ...httpFields } = http.shape
const { serverName: _name3, transport: _sse, failOnStartupError: _fail3, ...sseFields } = sse.shape
const { command: _command, args: _args, env: _env, cwd: _cwd, ...commonFields } = stdioFields

const stdioShape = { type: z.literal('stdio').optional(), ...stdioFields, alwaysAllow, healthCheck }
const httpShape = { type: z.literal('http').optional(), ...httpFields, alwaysAllow, healthCheck, oauth }
const sseShape = { type: z.literal('sse'), ...sseFields, alwaysAllow, healthCheck, oauth }
const inProcessShape = {
  server: z.custom<ServerSource>(isServerSource, 'expected a server of createSdkMcpServer() or an McpServer'),
  ...commonFields,
  alwaysAllow,
  healthCheck,
}

export const stdioEntry = z.strictObject(stdioShape, { error: unknownKeys(stdioShape) })
export const httpEntry = z.strictObject(httpShape, { error: unknownKeys(httpShape) })
export const sseEntry = z.strictObject(sseShape, { error: unknownKeys(sseShape) })
export const inProcessEntry = z.strictObject(inProcessShape, { error: unknownKeys(inProcessShape) })

/**
 * One server of the map, as you write it. `command` means stdio and `url` means Streamable HTTP unless `type` says
 * otherwise; `server`, or the bare handle in place of an object, is a server in this process.
 */
export type McpServerConfig =
  | z.input<typeof stdioEntry>
  | z.input<typeof httpEntry>
  | z.input<typeof sseEntry>
  | z.input<typeof inProcessEntry>
  | ServerSource
