import type { JsonObject, JsonValue } from '@harness-mcp/result-adapter'

import { isJsonObject } from '../json.js'

const KEYWORD = 'x-mcp-header'
/** A header name as RFC 9110 has it. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const TYPES = new Set<JsonValue | undefined>(['string', 'integer', 'boolean'])

/** Keywords that hold one schema or a list of them, and keywords that hold schemas by name, other than `properties`. */
const BRANCHES = [
  'items prefixItems contains additionalProperties unevaluatedProperties unevaluatedItems propertyNames',
  'oneOf anyOf allOf not if then else',
].flatMap((names) => names.split(' '))
const NAMED_BRANCHES = ['patternProperties', 'dependentSchemas', '$defs', 'definitions']

interface Place {
  readonly schema: JsonObject
  readonly path: string
  /** Whether only `properties` lead here: elsewhere no value can be found for the header. */
  readonly reachable: boolean
}

/**
 * Why the headers that an input schema asks for make its tool invalid over HTTP, or `undefined`. A client must then leave
 * the tool out (SEP-2243, revision 2026-07-28): a server would refuse every call of it.
 */
export function headerFault(inputSchema: JsonObject): string | undefined {
  const seen = new Set<string>()
  const places: Place[] = [{ schema: inputSchema, path: '', reachable: true }]
  // A list and not recursion: a schema may be nested deeper than the stack.
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const fault = KEYWORD in place.schema ? declarationFault(place, seen) : undefined
    if (fault) return `${KEYWORD} at "${place.path}" ${fault}`
    places.push(...placesIn(place))
  }
  return undefined
}

function declarationFault({ schema, path, reachable }: Place, seen: Set<string>): string | undefined {
  const name = schema[KEYWORD]
  if (!reachable || path === '') return 'stands where no argument can be found for it'
  if (typeof name !== 'string' || !TOKEN.test(name)) return 'is not a header name'
  if (!TYPES.has(schema['type'])) return 'is not on a string, an integer or a boolean'
  if (seen.has(name.toLowerCase())) return 'names a header for the second time'
  seen.add(name.toLowerCase())
  return undefined
}

function placesIn({ schema, path, reachable }: Place): readonly Place[] {
  const named = (keyword: string, within: boolean): readonly Place[] =>
    Object.entries(isJsonObject(schema[keyword]) ? schema[keyword] : {}).flatMap(([key, child]) =>
      isJsonObject(child) ? [{ schema: child, path: path === '' ? key : `${path}.${key}`, reachable: within }] : [],
    )
  const branches = BRANCHES.flatMap((keyword) => [schema[keyword] ?? []].flat())
  return [
    ...named('properties', reachable),
    ...NAMED_BRANCHES.flatMap((keyword) => named(keyword, false)),
    ...branches.flatMap((child) => (isJsonObject(child) ? [{ schema: child, path, reachable: false }] : [])),
  ]
}
