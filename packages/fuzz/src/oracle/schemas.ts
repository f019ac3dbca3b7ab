/** A schema whose meaning is written down beside it. `undefined` means that it cannot be used, and constrains nothing. */
export interface KnownSchema {
  readonly schema: unknown
  readonly accepts: ((value: unknown) => boolean) | undefined
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
const isWhole = (value: unknown): boolean => Number.isInteger(value)

/** Of every dialect one, and some that nobody can use. */
export const SCHEMAS: readonly KnownSchema[] = [
  { schema: { type: 'object' }, accepts: isObject },
  { schema: { type: 'string', pattern: '^a' }, accepts: (value) => typeof value === 'string' && value.startsWith('a') },
  {
    schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{ type: 'null' }] },
    accepts: (value) => !Array.isArray(value) || value.length === 0 || value[0] === null,
  },
  {
    schema: { $schema: 'https://json-schema.org/draft/2019-09/schema', type: 'array', items: { type: 'integer' } },
    accepts: (value) => Array.isArray(value) && value.every(isWhole),
  },
  {
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      if: { not: { type: 'number' } },
      else: { minimum: 0 },
    },
    accepts: (value) => typeof value !== 'number' || value >= 0,
  },
  { schema: { $schema: 'http://json-schema.org/draft-06/schema#', const: null }, accepts: (value) => value === null },
  {
    schema: { $schema: 'http://json-schema.org/draft-04/schema#', type: 'number', minimum: 0, exclusiveMinimum: true },
    accepts: (value) => typeof value === 'number' && value > 0,
  },
  { schema: null, accepts: () => true },
  { schema: { $schema: 'urn:unknown', type: 'string' }, accepts: undefined },
  { schema: { $ref: 'https://example.com/remote.json' }, accepts: undefined },
  { schema: { $ref: '#/$defs/nowhere' }, accepts: undefined },
  { schema: { type: 'object', pattern: '(?=a)b' }, accepts: undefined },
  { schema: ['no', 'schema'], accepts: undefined },
  { schema: true, accepts: undefined },
]
