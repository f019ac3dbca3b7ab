import type { JsonObject } from './json.js'

/**
 * An input schema as registries and model APIs want it: with `type: 'object'` and `properties` at the root. What the
 * schema says itself is never changed, and a root that has both comes back as it is.
 */
export function withObjectRoot(schema: JsonObject): JsonObject {
  const type = Object.hasOwn(schema, 'type') ? {} : { type: 'object' }
  const properties = Object.hasOwn(schema, 'properties') ? {} : { properties: {} }
  return { ...schema, ...type, ...properties }
}
