import type { Fault, Wire } from '../fault.js'
import { list, tool } from './tools.js'

const ON: readonly Wire[] = ['stdio', 'http 2026']
const none = { state: 'ready', warnings: [] } as const
const object = { type: 'object', properties: {} }
const cyclic = {
  type: 'object',
  properties: { tree: { $ref: '#/$defs/node' } },
  $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
}
const choice = { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }
const confusing = { type: 'object', properties: { properties: { type: 'string' }, type: { type: 'number' } } }

/** What is wrong with the definition of a tool. The tools beside it always stay. */
export const definitions: readonly Fault[] = [
  {
    name: 'does not describe its tools',
    on: ON,
    server: {
      tools: list(
        { name: 'none', inputSchema: object },
        tool('null', { description: null }),
        tool('blank', { description: ' \n ' }),
        tool('number', { description: 7 }),
      ),
    },
    steps: [{ do: 'call', tool: 'none' }],
    expect: {
      ...none,
      outcomes: ['ok'],
      tools: 4,
      definitions: {
        none: { description: /none/ },
        null: { description: /null/ },
        blank: { description: /blank/ },
        number: { description: /number/ },
      },
    },
  },
  {
    name: 'leaves out parts of its input schemas',
    on: ON,
    server: {
      tools: list(
        tool('bare', { inputSchema: { type: 'object' } }),
        tool('untyped', { inputSchema: { properties: { a: { type: 'string' } } } }),
        { name: 'missing', description: 'Has none.' },
        tool('null', { inputSchema: null }),
      ),
    },
    steps: [{ do: 'call', tool: 'missing' }],
    expect: {
      ...none,
      outcomes: ['ok'],
      tools: 4,
      definitions: {
        bare: { inputSchema: object },
        untyped: { inputSchema: { type: 'object', properties: { a: { type: 'string' } } } },
        missing: { inputSchema: object },
        null: { inputSchema: object },
      },
    },
  },
  {
    name: 'has parameters called properties and type',
    on: ON,
    server: { tools: list(tool('confusing', { inputSchema: confusing })) },
    expect: { ...none, tools: 1, definitions: { confusing: { inputSchema: confusing } } },
  },
  {
    name: 'has a string for the properties of a schema',
    on: ON,
    server: { tools: list(tool('good'), tool('bad', { inputSchema: { type: 'object', properties: 'object' } })) },
    expect: { state: 'ready', tools: ['good'], warnings: [/"bad" was left out: .*properties/] },
  },
  {
    name: 'lists what is no tool',
    on: ON,
    server: { tools: list(7, null, [], { description: 'nameless' }, { name: 7 }, tool('good')) },
    expect: { state: 'ready', tools: ['good'], warnings: [/left out/] },
  },
  {
    name: 'has a schema that contains itself',
    on: ON,
    server: { tools: list(tool('tree', { inputSchema: cyclic })) },
    expect: { ...none, tools: 1, definitions: { tree: { inputSchema: cyclic } } },
  },
  {
    name: 'has a choice at the root of a schema',
    on: ON,
    server: { tools: list(tool('choice', { inputSchema: choice })) },
    expect: { ...none, tools: 1, definitions: { choice: { inputSchema: choice } } },
  },
  {
    name: 'has a tool that runs only as a task',
    on: ['stdio', 'stdio 2026'],
    server: { tools: list(tool('research', { execution: { taskSupport: 'required' } })) },
    steps: [{ do: 'call', tool: 'research' }],
    expect: {
      state: 'ready',
      outcomes: ['protocol'],
      says: /only as a task/,
      tools: 1,
      asked: { 'tools/call': 0 },
    },
  },
  {
    name: 'asks for a parameter in a header that cannot be',
    on: ['http 2026'],
    server: {
      tools: list(
        tool('good'),
        tool('bad', { inputSchema: { type: 'object', properties: { q: { type: 'string', 'x-mcp-header': 'a b' } } } }),
      ),
    },
    expect: { state: 'ready', tools: ['good'], warnings: [/"bad"/] },
  },
  {
    name: 'has one of each such tool',
    on: ['http', 'sse'],
    server: {
      tools: list(
        tool('echo'),
        tool('null', { description: null }),
        { name: 'missing' },
        tool('bad', { inputSchema: { properties: 'object' } }),
        tool('choice', { inputSchema: choice }),
        tool('tree', { inputSchema: cyclic, outputSchema: 'none' }),
        7,
      ),
    },
    steps: [{ do: 'call' }],
    expect: {
      state: 'ready',
      outcomes: ['ok'],
      tools: ['echo', 'null', 'missing', 'choice', 'tree'],
      warnings: [/"bad" was left out/],
    },
  },
]
