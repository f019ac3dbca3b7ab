import { isJsonObject, type JsonObject, type JsonValue } from './json.js'
import { beyondBounds } from './schema/bounds.js'
import { dialectOf } from './schema/dialect.js'

/**
 * The schema of the canonical value, for a registry that checks outputs itself. It holds the tool's own schema where the
 * registry can express that, and leaves `structuredContent` unconstrained where it cannot: the adapter has checked it
 * either way. The subset is that of `@deepseek-ai/dsh-tools`, which refuses the registration of any other schema.
 */
export function registrySchema(outputSchema: unknown): JsonObject {
  const own = expressed(outputSchema)
  return {
    type: 'object',
    properties: { content: { type: 'array' }, structuredContent: own ?? {} },
    required: own === undefined ? ['content'] : ['content', 'structuredContent'],
    additionalProperties: false,
  }
}

// Schemas that are generated from code declare their dialect. The keywords of the subset mean the same in all of them but
// the oldest, which knows no `const`.
function expressed(outputSchema: unknown): JsonObject | undefined {
  if (!isJsonObject(outputSchema) || beyondBounds(outputSchema) !== undefined) return undefined
  const declared = dialectOf(outputSchema)
  if (!declared.ok || declared.dialect === 'draft-04') return undefined
  const { $schema: _dialect, ...schema } = outputSchema
  return isInSubset(schema) ? schema : undefined
}

const ANNOTATIONS = ['title', 'description', 'default', 'examples']
const OF_SCALARS = ['type', 'enum', 'const']
const OF_TYPE: ReadonlyMap<JsonValue, readonly string[]> = new Map([
  ['object', ['type', 'properties', 'required', 'additionalProperties']],
  ['array', ['type', 'items']],
  ['string', OF_SCALARS],
  ['number', OF_SCALARS],
  ['integer', OF_SCALARS],
  ['boolean', OF_SCALARS],
  ['null', OF_SCALARS],
])

function isInSubset(schema: JsonValue): boolean {
  if (!isJsonObject(schema) || !annotationsFit(schema)) return false
  const keywords = Object.keys(schema).filter((keyword) => !ANNOTATIONS.includes(keyword))
  if (keywords.length === 0) return true
  const { type, oneOf } = schema
  if (type === undefined)
    return keywords.length === 1 && Array.isArray(oneOf) && oneOf.length > 1 && oneOf.every(isInSubset)
  const allowed = OF_TYPE.get(type)
  if (allowed === undefined || !keywords.every((keyword) => allowed.includes(keyword))) return false
  if (type === 'object') return objectFits(schema)
  if (type === 'array') return schema['items'] === undefined || isInSubset(schema['items'])
  return scalarsFit(schema, type)
}

function annotationsFit({
  title = '',
  description = '',
  default: preset = null,
  examples = null,
}: JsonObject): boolean {
  return typeof title === 'string' && typeof description === 'string' && isLossless(preset) && isLossless(examples)
}

function objectFits({ properties = {}, required = [], additionalProperties = true }: JsonObject): boolean {
  if (!isJsonObject(properties) || !Array.isArray(required) || typeof additionalProperties !== 'boolean') return false
  // The own check passes over a property of this name, and the registry does not.
  if (Object.hasOwn(properties, '__proto__')) return false
  const declared = required.every((key) => typeof key === 'string' && Object.hasOwn(properties, key))
  return declared && Object.values(properties).every(isInSubset)
}

function scalarsFit(schema: JsonObject, type: JsonValue): boolean {
  const { enum: values, const: value } = schema
  const fits = (candidate: JsonValue): boolean => isScalarOf(type, candidate)
  if (values !== undefined && !(Array.isArray(values) && values.length > 0 && values.every(fits))) return false
  if (value === undefined) return true
  return fits(value) && (!Array.isArray(values) || values.includes(value))
}

function isScalarOf(type: JsonValue, value: JsonValue): boolean {
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value) && isLossless(value)
  return typeof value === type && isLossless(value)
}

// Negative zero is JSON, but registries that demand a lossless round trip refuse it.
function isLossless(value: JsonValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  return typeof value !== 'object' || value === null || Object.values(value).every(isLossless)
}
