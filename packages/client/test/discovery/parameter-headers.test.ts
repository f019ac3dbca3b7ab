import { describe, expect, test } from 'vitest'

import { headerFault } from '../../src/discovery/parameter-headers.js'

const region = { type: 'string', 'x-mcp-header': 'Region' }

describe('headers that an input schema asks for', () => {
  test.each([
    ['no header at all', { properties: { a: { type: 'string' } } }],
    [
      'a string, an integer and a boolean',
      {
        properties: {
          a: region,
          b: { type: 'integer', 'x-mcp-header': 'B' },
          c: { type: 'boolean', 'x-mcp-header': 'C' },
        },
      },
    ],
    ['a nested property', { properties: { a: { type: 'object', properties: { b: region } } } }],
    ['a property of that name, which is no declaration', { properties: { 'x-mcp-header': { type: 'number' } } }],
    ['data that looks like a declaration', { properties: { a: { type: 'object', default: region, enum: [region] } } }],
    ['schemas that are no objects', { properties: { a: true, b: null }, items: false, oneOf: [1] }],
  ])('are in order with %s', (_, schema) => {
    expect(headerFault(schema)).toBeUndefined()
  })

  test.each([
    ['at the root', { 'x-mcp-header': 'A' }, 'x-mcp-header at "" stands where no argument can be found for it'],
    [
      'in a list',
      { properties: { a: { items: region } } },
      'x-mcp-header at "a" stands where no argument can be found for it',
    ],
    [
      'in a branch',
      { oneOf: [{ properties: { a: region } }] },
      'x-mcp-header at "a" stands where no argument can be found for it',
    ],
    ['in a definition', { $defs: { D: region } }, 'x-mcp-header at "D" stands where no argument can be found for it'],
    [
      'with a name that is none',
      { properties: { a: { type: 'string', 'x-mcp-header': 'A B' } } },
      'x-mcp-header at "a" is not a header name',
    ],
    [
      'with an empty name',
      { properties: { a: { type: 'string', 'x-mcp-header': '' } } },
      'x-mcp-header at "a" is not a header name',
    ],
    [
      'with a name that is a number',
      { properties: { a: { type: 'string', 'x-mcp-header': 1 } } },
      'x-mcp-header at "a" is not a header name',
    ],
    [
      'on a number',
      { properties: { a: { type: 'number', 'x-mcp-header': 'A' } } },
      'x-mcp-header at "a" is not on a string, an integer or a boolean',
    ],
    [
      'on something without a type',
      { properties: { a: { 'x-mcp-header': 'A' } } },
      'x-mcp-header at "a" is not on a string, an integer or a boolean',
    ],
  ])('are at fault %s', (_, schema, fault) => {
    expect(headerFault(schema)).toBe(fault)
  })

  test('are at fault when two differ in case alone', () => {
    const schema = { properties: { a: region, b: { type: 'string', 'x-mcp-header': 'REGION' } } }
    expect(headerFault(schema)).toMatch(/names a header for the second time$/)
  })

  test('are found in a schema that is nested deeper than the stack', () => {
    let schema: { [key: string]: object } = { properties: { a: { 'x-mcp-header': 'A' } } }
    for (let depth = 0; depth < 20_000; depth++) schema = { not: schema }
    expect(headerFault(JSON.parse('{"type":"object"}'))).toBeUndefined()
    expect(headerFault(Object(schema))).toMatch(/stands where no argument/)
  })
})
