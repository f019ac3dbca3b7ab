import { plainLine } from '@harness-mcp/result-adapter'

/** The parameters of a tool on one line: `path: string, head?: number`. */
export function signatureOf(parameters: unknown): string {
  const { properties, required } = fields(parameters)
  const needed = new Set(Array.isArray(required) ? required : [])
  const named = Object.entries(fields(properties)).map(
    ([name, schema]) => `${name}${needed.has(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  return plainLine(named.join(', '), 2_048)
}

function typeOf(schema: unknown): string {
  const { type, enum: values, const: only, items } = fields(schema)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(type)) return type.join(' | ')
  if (type === 'array') return `${typeOf(items)}[]`
  return typeof type === 'string' ? type : 'any'
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
