import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { z as z3 } from 'zod/v3'

import { createSdkMcpServer, tool } from '../src/index.js'

const done = () => ({ content: [] })

describe('a definition', () => {
  test('shows what goes in and what comes out, and is frozen', () => {
    const made = tool('t', 'Does.', { n: z.string().transform(Number).optional() }, done, {
      annotations: { idempotentHint: true },
      outputSchema: { sum: z.number().default(0) },
    })
    expect(made).toMatchObject({
      name: 't',
      description: 'Does.',
      inputSchema: { type: 'object', properties: { n: { type: 'string' } } },
      outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
      annotations: { idempotentHint: true },
    })
    expect(made.inputSchema).not.toHaveProperty('required')
    expect(Object.isFrozen(made)).toBe(true)
  })

  test('infers arguments and structured content', () => {
    tool('t', '', { n: z.number().default(1), s: z.string().optional() }, ({ n, s }) => {
      const [number, text]: [number, string | undefined] = [n, s]
      return { content: [{ type: 'text', text: `${number}${text}` }] }
    })
    // @ts-expect-error There is no argument `other`.
    tool('t', '', { n: z.number() }, ({ other }) => ({ content: [{ type: 'text', text: String(other) }] }))
    // @ts-expect-error The sum is a number.
    tool('t', '', {}, () => ({ content: [], structuredContent: { sum: 'x' } }), { outputSchema: { sum: z.number() } })
    // @ts-expect-error There is no such block.
    tool('t', '', {}, () => ({ content: [{ type: 'smell' }] }))
    expect(tool('t', '', {}, async () => done()).outputSchema).toBeUndefined()
  })

  test.each<[string, Parameters<typeof wrongly>, string]>([
    ['an empty name', ['', '', {}, done], 'a tool must have a name, which is no empty string'],
    ['a number for a name', [7, '', {}, done], 'a tool must have a name, which is no empty string'],
    ['no description', ['t', undefined, {}, done], 'tool "t": the description must be a string'],
    ['no handler', ['t', '', {}, undefined], 'tool "t": the handler must be a function'],
    ['no shape', ['t', '', undefined, done], 'tool "t": the input must be a zod shape, such as { city: z.string() }'],
    ['JSON Schema', ['t', '', { type: 'object' }, done], 'tool "t": the input.type is no zod schema'],
    [
      'an object schema',
      ['t', '', z.object({}), done],
      'tool "t": the input must be a zod shape, not a zod schema: give the object\'s .shape',
    ],
    [
      'a field of zod 3',
      ['t', '', { a: z3.string() }, done],
      'tool "t": the input.a is a schema of zod 3; it must be one of zod 4',
    ],
    [
      'an object of zod 3',
      ['t', '', z3.object({}), done],
      'tool "t": the input must be a zod shape, not a zod schema: give the object\'s .shape',
    ],
    [
      'a date',
      ['t', '', { at: z.date() }, done],
      'tool "t": the input cannot be shown as JSON Schema: Date cannot be represented in JSON Schema',
    ],
    [
      'an unknown option',
      ['t', '', {}, done, { outputShema: {} }],
      'tool "t": the options are wrong: Unrecognized key: "outputShema"',
    ],
    [
      'an unknown hint',
      ['t', '', {}, done, { annotations: { readonlyHint: true } }],
      'tool "t": the options are wrong: annotations: Unrecognized key: "readonlyHint"',
    ],
    [
      'an output of zod 3',
      ['t', '', {}, done, { outputSchema: { a: z3.string() } }],
      'tool "t": the output.a is a schema of zod 3; it must be one of zod 4',
    ],
    [
      'options that are none',
      ['t', '', {}, done, null],
      'tool "t": the options are wrong: Invalid input: expected object, received null',
    ],
  ])('with %s is refused', (_, args, message) => {
    expect(() => wrongly(...args)).toThrow(new TypeError(message))
  })
})

describe('a server', () => {
  const one = tool('one', '', {}, done)

  test.each<[string, unknown, string]>([
    [
      'no name',
      { version: '1', tools: [] },
      'in-process server: name: Invalid input: expected string, received undefined',
    ],
    ['an empty name', { name: '', version: '1', tools: [] }, 'in-process server: name: Too small'],
    ['no version', { name: 'a', tools: [] }, 'in-process server: version: Invalid input'],
    ['no tools', { name: 'a', version: '1' }, 'in-process server: tools: Invalid input: expected array'],
    [
      'a tool of somebody else',
      { name: 'a', version: '1', tools: [one, { name: 'x' }] },
      'in-process server: tools.1: must be made by tool()',
    ],
    [
      'an unknown option',
      { name: 'a', version: '1', tools: [], tols: [] },
      'in-process server: Unrecognized key: "tols"',
    ],
    [
      'twins',
      { name: 'a', version: '1', tools: [one, tool('two', '', {}, done), one, one] },
      'in-process server "a": more than one tool is named "one"',
    ],
  ])('with %s is refused', (_, options, message) => {
    expect(() => Reflect.apply(createSdkMcpServer, undefined, [options])).toThrow(message)
    expect(() => Reflect.apply(createSdkMcpServer, undefined, [options])).toThrow(TypeError)
  })
})

/** What a program in JavaScript may do, whatever the types say. */
function wrongly(...args: readonly unknown[]): void {
  Reflect.apply(tool, undefined, args)
}
