import type { McpServerConfig } from '@harness-mcp/client'
import { z } from 'zod'

/** `twice`: two connections at once under one name in one scope. `aborted`: given up by the caller soon after it began. */
export type Start = 'once' | 'twice' | 'aborted'

/**
 * What a user does with a server. Each step has one word for its outcome: `call` and `read` give `ok` or the code of the
 * failure; `until` gives `yes`, or `never` when it does not come to be in time; `reconnect` gives the state it led to;
 * `watch` gives the states that were entered meanwhile, or `quiet`.
 */
export type Step = z.infer<typeof step>

const step = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('call'),
    /** The raw name; default `echo`. */
    tool: z.string().optional(),
    args: z.unknown().optional(),
    /** Cancel it at the first report of progress. */
    abort: z.boolean().optional(),
  }),
  z.object({ do: z.literal('read'), method: z.enum(['resources/list', 'resources/templates/list']) }),
  z.object({ do: z.literal('until'), state: z.string().optional(), tool: z.string().optional() }),
  z.object({ do: z.literal('reconnect'), times: z.number().optional() }),
  z.object({ do: z.literal('watch'), ms: z.number() }),
  z.object({ do: z.literal('close') }),
])

const task = z.object({
  /** Not looked at here: a wrong one is for the client to refuse. */
  config: z.custom<McpServerConfig>((value) => typeof value === 'object' && value !== null),
  start: z.enum(['once', 'twice', 'aborted']),
  steps: z.array(step),
  /** The file for what was seen. */
  report: z.string(),
})

export type Task = z.infer<typeof task>

/** What a host process has to do, one task after the other: JSON in a file. */
export const job = z.array(task)
