import type { ElicitRequestFormParams } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** What the `order` tool asks before it does anything. */
export const question: ElicitRequestFormParams = {
  message: 'What shall be sent, and where?',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name', minLength: 2 },
      count: { type: 'integer', minimum: 1, maximum: 9, default: 1 },
      gift: { type: 'boolean', default: false },
      colour: { type: 'string', enum: ['red', 'green'], default: 'green' },
    },
    required: ['name'],
  },
}

export const orderDefinition: { description: string; inputSchema: z.ZodType<{ what: string }> } = {
  description: 'Orders something after it has asked what.',
  inputSchema: z.object({ what: z.string() }),
}

/** Tells what the person answered. */
export function ordered({ what }: { what: string }, answer: unknown): { content: { type: 'text'; text: string }[] } {
  return { content: [{ type: 'text', text: JSON.stringify({ what, answer }) }] }
}
