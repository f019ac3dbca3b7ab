import { describe, expect, it } from 'vitest'
import { parseCatalog } from '../src/catalog.js'

const rules = { prefix: 'p', offers: () => true }
const inputSchema = { type: 'object', properties: {} }
const tool = (fields: object): object => ({ name: 'click', description: 'Clicks.', inputSchema, ...fields })
const parse = (...tools: unknown[]): ReturnType<typeof parseCatalog> => parseCatalog(JSON.stringify({ tools }), rules)

describe('a catalog', () => {
  it('gives each tool its public name, and keeps what a program may ask about it', () => {
    const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: 'no', x: 1 }
    expect(parse(tool({ annotations, outputSchema: {}, risk: {} }))).toEqual({
      tools: [
        {
          name: 'p__click',
          rawName: 'click',
          description: 'Clicks.',
          inputSchema,
          hints: { readOnly: true, destructive: false, idempotent: true },
        },
      ],
      problems: [],
    })
  })

  it.each([
    [1, 'tool 2 is left out: it is no object'],
    [null, 'tool 2 is left out: it is no object'],
    [{ inputSchema }, 'tool 2 is left out: it has no name'],
    [tool({ name: '' }), 'tool 2 is left out: it has no name'],
    [tool({ name: 'no good' }), '"no good" is left out: its name is not fit for a model'],
    [tool({ name: 'a\u001b[2J' }), '"a[2J" is left out: its name is not fit for a model'],
    [tool({ name: 'x'.repeat(62) }), `"${'x'.repeat(62)}" is left out: its name is not fit for a model`],
    [tool({ name: 'b', inputSchema: undefined }), '"b" is left out: it has no input schema of an object'],
    [tool({ name: 'b', inputSchema: { type: 'array' } }), '"b" is left out: it has no input schema of an object'],
    [tool({ description: 'Another.' }), 'a second "click" is left out'],
  ])('loses %j alone', (bad, problem) => {
    const { tools, problems } = parse(tool({}), bad, tool({ name: 'last' }))
    expect(tools.map(({ rawName }) => rawName)).toEqual(['click', 'last'])
    expect(problems).toEqual([problem])
    expect(tools[0]?.description).toBe('Clicks.')
  })

  it('has names of up to 64 characters', () => {
    expect(parse(tool({ name: 'x'.repeat(61) })).tools).toHaveLength(1)
  })

  it.each([undefined, null, 7, ' \n', '\u200b'])('says so when a description is %j', (description) => {
    expect(parse(tool({ description })).tools[0]?.description).toBe('The tool click has no description.')
  })

  it('cuts and cleans descriptions', () => {
    const description = parse(tool({ description: `a\u202eb${'x'.repeat(20_000)}` })).tools[0]?.description ?? ''
    expect([description.slice(0, 3), description.at(-1), Buffer.byteLength(description)]).toEqual(['abx', '…', 16_384])
  })

  it.each([undefined, null, 'x', []])('has no hints where the driver gives %j', (annotations) => {
    expect(parse(tool({ annotations })).tools[0]?.hints).toEqual({})
  })

  it('reports twenty bad tools, and counts the rest', () => {
    const { problems } = parse(...Array.from({ length: 25 }, () => 1))
    expect([problems.length, problems.at(-1)]).toEqual([21, 'and 5 more tools are left out'])
  })

  it.each(['', '{', '1', 'null', '[]', '{"tools":{}}'])('that is %j is refused as a whole', (json) => {
    expect(() => parseCatalog(json, rules)).toThrow(
      expect.objectContaining({
        code: 'start-failed',
        message: expect.stringMatching(/^desktop: the catalog of the driver is not /),
      }),
    )
  })
})
