import { z } from 'zod'

/** A call that a scenario asks for. */
export interface RequestedCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** The calls that a scenario asks for in its context, a JSON text. Throws when there are none. */
export function parseToolCalls(context: string): readonly RequestedCall[] {
  return schema.parse(JSON.parse(context)).toolCalls
}

const requestedCall = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })
const schema = z.object({ toolCalls: z.array(requestedCall).min(1) })
