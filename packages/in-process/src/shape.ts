import { z } from 'zod'

import { describeThrown } from './issues.js'

/** A zod 4 shape: `{ city: z.string(), days: z.number().optional() }`. */
export type Shape = z.core.$ZodShape

/** What `z.object()` makes of a shape. */
export type ObjectOf<S extends Shape> = z.ZodObject<z.core.util.Writeable<S>>

export type JsonSchema = Readonly<Record<string, unknown>>

/** A shape in both its forms: what checks values, and what a model is shown. */
export interface ObjectSchema<S extends Shape> {
  readonly parse: ObjectOf<S>
  readonly json: JsonSchema
}

/**
 * The schema of a shape. `io` says whose side of defaults and transforms a caller is shown: what goes in, or what comes
 * out. Throws a `TypeError` for anything but a zod 4 shape, and for types that JSON Schema has no word for.
 */
export function objectSchema<S extends Shape>(shape: S, io: 'input' | 'output', where: string): ObjectSchema<S> {
  refuseOther(shape, where)
  const parse = z.object(shape)
  return { parse, json: jsonSchema(parse, io, where) }
}

function refuseOther(shape: unknown, where: string): void {
  if (typeof shape !== 'object' || shape === null || Array.isArray(shape)) {
    throw new TypeError(`${where} must be a zod shape, such as { city: z.string() }`)
  }
  if ('_zod' in shape || '_def' in shape) {
    throw new TypeError(`${where} must be a zod shape, not a zod schema: give the object's .shape`)
  }
  for (const [key, field] of Object.entries(shape)) refuseOtherField(field, `${where}.${key}`)
}

function refuseOtherField(field: unknown, where: string): void {
  const zod4 = typeof field === 'object' && field !== null && '_zod' in field
  if (zod4) return
  const zod3 = typeof field === 'object' && field !== null && '_def' in field
  throw new TypeError(`${where} is ${zod3 ? 'a schema of zod 3; it must be one of zod 4' : 'no zod schema'}`)
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output', where: string): JsonSchema {
  try {
    return { ...z.toJSONSchema(schema, { io }) }
  } catch (error) {
    throw new TypeError(`${where} cannot be shown as JSON Schema: ${describeThrown(error)}`, { cause: error })
  }
}
