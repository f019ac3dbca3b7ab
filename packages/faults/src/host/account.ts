import { z } from 'zod'

const tool = z.object({
  rawName: z.string(),
  description: z.string(),
  inputSchema: z.unknown(),
  hasOutputSchema: z.boolean(),
})

/** What a host process saw of its server, as JSON in a file. */
export const account = z.object({
  state: z.string(),
  code: z.string(),
  /**
   * What the user or the model reads: why it is not ready, else the last outcome that is none, else the last diagnostic,
   * else the last outcome.
   */
  sentence: z.string(),
  era: z.string(),
  toolCount: z.number(),
  /** The first of them. */
  tools: z.array(tool),
  outcomes: z.array(z.string()),
  warnings: z.array(z.string()),
  states: z.array(z.string()),
  /** The longest time in which the event loop did not turn, in ms. */
  stalledMs: z.number(),
  /** How long closing the server took, in ms. */
  closeMs: z.number(),
})

export type Account = z.infer<typeof account>
