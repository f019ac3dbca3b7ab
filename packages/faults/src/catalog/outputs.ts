import type { Fault, Wire } from '../fault.js'
import { list, tool } from './tools.js'

const ON: readonly Wire[] = ['stdio', 'http 2026']
const structured = (value: unknown) => ({ content: [{ type: 'text', text: 'done' }], structuredContent: value })
const output = (schema: unknown, name = 'echo') => tool(name, { outputSchema: schema })
const shape = (type: string, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties: { a: { type } },
  required: ['a'],
  ...more,
})

/** A tool whose schema the result `{ a: 'x' }` breaks, and one whose schema it keeps. */
const strictAndLoose = (more: Record<string, unknown>) =>
  list(output(shape('number', more), 'strict'), output(shape('string', more), 'loose'))
const BOTH = [
  { do: 'call', tool: 'strict' },
  { do: 'call', tool: 'loose' },
] as const
const judged = { state: 'ready', outcomes: ['invalid-output', 'ok'], tools: 2, asked: { 'tools/call': 2 } } as const
const accepted = { state: 'ready', outcomes: ['ok'], tools: 1, asked: { 'tools/call': 1 } } as const

/** What a server declares of its results, and what it sends. A result is never lost for it. */
export const outputs: readonly Fault[] = [
  {
    name: 'breaks its output schema',
    on: ON,
    server: { tools: strictAndLoose({}), result: structured({ a: 'x' }) },
    steps: BOTH,
    expect: judged,
  },
  {
    name: 'writes its output schemas in draft-07',
    on: ON,
    server: {
      tools: strictAndLoose({ $schema: 'http://json-schema.org/draft-07/schema#' }),
      result: structured({ a: 'x' }),
    },
    steps: BOTH,
    expect: judged,
  },
  {
    name: 'writes its output schemas in draft-04',
    on: ON,
    server: {
      tools: list(
        output(
          {
            $schema: 'http://json-schema.org/draft-04/schema#',
            properties: { a: { minimum: 0, exclusiveMinimum: true } },
          },
          'strict',
        ),
        output({ $schema: 'http://json-schema.org/draft-04/schema#', properties: { a: { minimum: 0 } } }, 'loose'),
      ),
      result: structured({ a: 0 }),
    },
    steps: BOTH,
    expect: judged,
  },
  {
    name: 'writes its output schemas in a dialect of its own',
    on: ON,
    server: {
      tools: list(output(shape('number', { $schema: 'https://example.com/own' }))),
      result: structured({ a: 'x' }),
    },
    steps: [{ do: 'call' }],
    expect: { ...accepted, says: /example\.com\/own/ },
  },
  {
    name: 'gives two output schemas one $id',
    on: ON,
    server: { tools: strictAndLoose({ $id: 'https://example.com/result' }), result: structured({ a: 'x' }) },
    steps: BOTH,
    expect: judged,
  },
  {
    name: 'has an output schema that leads nowhere',
    on: ON,
    server: {
      tools: list(output({ type: 'object', properties: { a: { $ref: '#/$defs/none' } } })),
      result: structured({ a: 'x' }),
    },
    steps: [{ do: 'call' }],
    expect: accepted,
  },
  {
    name: 'has an output schema that leads to another server',
    on: ON,
    server: { tools: list(output({ $ref: 'http://127.0.0.1:9/schema.json' })), result: structured({ a: 'x' }) },
    steps: [{ do: 'call' }],
    expect: accepted,
  },
  {
    name: 'has an output schema with a broken pattern',
    on: ON,
    server: {
      tools: list(output({ type: 'object', properties: { a: { type: 'string', pattern: '(' } } })),
      result: structured({ a: 'x' }),
    },
    steps: [{ do: 'call' }],
    expect: accepted,
  },
  {
    name: 'has an output schema with a pattern that never ends',
    on: ['stdio', 'http 2026'],
    server: {
      tools: list(output({ type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } })),
      result: structured({ a: `${'a'.repeat(40)}!` }),
    },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['invalid-output|ok'], tools: 1 },
  },
  {
    name: 'has an output schema for no object',
    on: ON,
    server: { tools: list(output({ type: 'array' })), result: structured([1]) },
    steps: [{ do: 'call' }],
    expect: accepted,
  },
  {
    name: 'has a string for an output schema',
    on: ON,
    server: { tools: list(output('object')) },
    steps: [{ do: 'call' }],
    expect: {
      ...accepted,
      warnings: [/output schema of "echo" was dropped/],
      definitions: { echo: { hasOutputSchema: false } },
    },
  },
  {
    name: 'sends text where it promised structure',
    on: ON,
    server: { tools: list(output(shape('string'))), result: { content: [{ type: 'text', text: 'only words' }] } },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['invalid-output'], says: /only words/, tools: 1, asked: { 'tools/call': 1 } },
  },
  {
    name: 'fails with structure that breaks its schema',
    on: ON,
    server: {
      tools: list(output(shape('number'))),
      result: { ...structured({ a: 'x' }), content: [{ type: 'text', text: 'disk full' }], isError: true },
    },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['tool-error'], says: /disk full/, tools: 1 },
  },
  {
    name: 'sends a block that nobody knows',
    on: ['stdio', 'stdio 2026', 'sse'],
    server: {
      result: { content: [{ type: 'hologram' }, null, { type: 'image', data: '%%%', mimeType: 'image/png' }] },
    },
    steps: [{ do: 'call' }],
    expect: accepted,
  },
  {
    name: 'sends a result without content',
    on: ['stdio', 'stdio 2026', 'http'],
    server: { result: {} },
    steps: [{ do: 'call' }],
    expect: accepted,
  },
  {
    name: 'sends a result of an unknown kind',
    on: ['stdio 2026', 'http 2026'],
    server: { result: { resultType: 'riddle' } },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['protocol'], tools: 1, asked: { 'tools/call': 1 } },
  },
  {
    name: 'does not say of what kind its result is',
    on: ['stdio 2026', 'http 2026'],
    server: { result: { resultType: null, content: [{ type: 'text', text: 'done' }] } },
    steps: [{ do: 'call' }],
    expect: accepted,
  },
  {
    name: 'needs input in the middle of a call',
    on: ['stdio 2026', 'http 2026'],
    server: {
      result: {
        resultType: 'input_required',
        inputRequests: {
          name: { method: 'elicitation/create', params: { mode: 'form', message: 'Name?', requestedSchema: {} } },
        },
      },
    },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['protocol'], says: /need/, tools: 1, asked: { 'tools/call': 1 } },
  },
  {
    name: 'asks to be called again and again',
    on: ['stdio 2026'],
    server: { result: { resultType: 'input_required', requestState: 'again' } },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['protocol'], tools: 1, asked: { 'tools/call': 1 } },
  },
  {
    name: 'sends null for a result',
    on: ['stdio', 'http 2026', 'sse'],
    server: { switches: ['--script', '{"tools/call":{"result":null}}'] },
    steps: [{ do: 'call' }],
    expect: { state: 'ready', outcomes: ['protocol'], tools: 1 },
  },
]
