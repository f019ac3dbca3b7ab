import { assertSupportedJsonSchema } from '@deepseek-ai/dsh-tools'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { registrySchema } from '../src/registry-schema.js'

const UNCONSTRAINED = {
  type: 'object',
  properties: { content: { type: 'array' }, structuredContent: {} },
  required: ['content'],
  additionalProperties: false,
}

test.each([
  { type: 'object', properties: { a: { type: 'string', enum: ['x'], const: 'x' } }, required: ['a'] },
  { type: 'array', items: { type: 'array' }, title: 't', description: 'd', default: [], examples: [1] },
  { oneOf: [{ type: 'null' }, { type: 'integer', const: 1 }] },
  { type: 'object', properties: { type: { type: 'string' }, oneOf: {} }, additionalProperties: false },
  {},
])('%j is expressed to the registry', (schema) => {
  expect(registrySchema(schema)).toMatchObject({ properties: { structuredContent: schema } })
  expect(() => assertSupportedJsonSchema(registrySchema(schema))).not.toThrow()
})

test.each([
  'https://json-schema.org/draft/2020-12/schema',
  'https://json-schema.org/draft/2019-09/schema',
  'http://json-schema.org/draft-07/schema#',
  'http://json-schema.org/draft-06/schema#',
])('a schema of the dialect %s is expressed without the name of its dialect', ($schema) => {
  const schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }
  expect(registrySchema({ $schema, ...schema })).toEqual(registrySchema(schema))
})

test.each([
  undefined,
  null,
  true,
  'x',
  { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'string', minLength: 1 },
  { $schema: 'http://json-schema.org/draft-04/schema#', type: 'string', const: 'no keyword of draft-04' },
  { $schema: 'urn:unknown', type: 'object' },
  { $schema: 7, type: 'object' },
  { type: 'array', items: { $schema: 'https://json-schema.org/draft/2020-12/schema' } },
  { type: ['string', 'null'] },
  { anyOf: [{}] },
  { type: 'string', format: 'date' },
  { type: 'number', minimum: 0 },
  { type: 'object', additionalProperties: {} },
  { type: 'object', required: ['undeclared'] },
  { type: 'object', properties: { a: true } },
  { type: 'array', items: [{}] },
  { oneOf: [{}] },
  { oneOf: [{}, {}], type: 'string' },
  JSON.parse('{ "type": "object", "properties": { "__proto__": { "type": "string" } } }'),
  { enum: ['x'] },
  { type: 'string', enum: [] },
  { type: 'string', enum: [1] },
  { type: 'integer', const: 1.5 },
  { type: 'number', const: -0 },
  { type: 'string', enum: ['a'], const: 'b' },
  { type: 'string', title: 3 },
  { default: -0 },
])('%j is left to the own check', (schema) => {
  expect(registrySchema(schema)).toEqual(UNCONSTRAINED)
})

test('the registry accepts whatever comes out, and nothing that it would accept is left out', () => {
  const keys = fc.constantFrom(
    'type',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'enum',
    'const',
    'oneOf',
    'title',
    'default',
    'anyOf',
  )
  const { schema } = fc.letrec((tie) => ({
    schema: fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'null', 'boolean', 1, 1.5, -0, true, null, 'a'),
      tie('schema'),
      fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { maxKeys: 2 }),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
  }))
  fc.assert(
    fc.property(schema, (candidate) => {
      let supported = true
      try {
        assertSupportedJsonSchema(candidate)
      } catch {
        supported = false
      }
      const told = registrySchema(candidate)
      expect(() => assertSupportedJsonSchema(told)).not.toThrow()
      expect(JSON.stringify(told['required']).includes('structuredContent')).toBe(supported)
    }),
    { numRuns: 3_000 },
  )
})
