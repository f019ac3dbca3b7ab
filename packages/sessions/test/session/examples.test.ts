import { eventually, labServer, linesOf, processesOf, scripted } from '@harness-mcp/lab'
import { freshFile } from '@harness-mcp/lab/vitest'
import { describe, expect, it } from 'vitest'

import { aiSdk, anthropic, type Call, type LoopOptions, openai } from '../support/loops.js'

/** Two servers, one that is off and one that is not there; whatever fails on purpose is denied. */
function options(more: Partial<LoopOptions> = {}): LoopOptions {
  return {
    mcpServers: {
      lab: { ...labServer('modern-stdio'), alwaysAllow: ['add'] },
      old: labServer('legacy-stdio'),
      off: { command: 'no-such-program', disabled: true },
      gone: { command: 'no-such-program' },
    },
    permission: async ({ tool }) =>
      tool.rawName === 'fail' ? { kind: 'deny', reason: 'not on Sundays' } : { kind: 'allow' },
    signal: new AbortController().signal,
    ...more,
  }
}

const ADD: Call = { name: 'mcp__lab__add', args: { a: 20, b: 22 } }
const FORECAST: Call = { name: 'mcp__weather__forecast', args: { city: 'Rome' } }
const PICTURE: Call = { name: 'mcp__lab__picture', args: {} }
const FAIL: Call = { name: 'mcp__old__fail', args: { reason: 'no' } }
const READ: Call = { name: 'read_mcp_resource', args: { server: 'old', uri: 'lab://documents/welcome' } }

const SUM = expect.stringContaining('42')
const SUNNY = 'Sunny in Rome.'
const GRADIENT = 'A gradient of 16 by 16 pixels.'
const PNG = expect.stringMatching(/^iVBOR/)
const DENIED = 'old: the call of "fail" was denied: not on Sundays'
const DOCUMENT = expect.stringMatching(/^MCP server: old\n.*Welcome/s)

type Blocks = readonly unknown[]

/** What each provider is told of a text, an image and a refusal: what the model sees of one call after the other. */
const LOOPS = [
  {
    format: 'Anthropic',
    loop: anthropic,
    schema: { type: 'object' },
    told: (...results: Blocks[]) => [{ role: 'user', content: results.map(anthropicResult) }],
    image: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
  },
  {
    format: 'AI SDK',
    loop: aiSdk,
    schema: { schema: { type: 'object' } },
    told: (...results: Blocks[]) => results.map((blocks) => blocks.map(textBlock)),
    image: { type: 'file', mediaType: 'image/png', data: { type: 'data', data: PNG } },
  },
  {
    format: 'OpenAI',
    loop: openai,
    schema: { type: 'object' },
    told: (...results: Blocks[]) => [...results.map(openaiResult), ...results.flatMap(openaiImages)],
    image: { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,iVBOR/) } },
  },
]

function textBlock(block: unknown): unknown {
  return isImage(block) ? block : { type: 'text', text: block }
}

function anthropicResult(blocks: Blocks, id: number): object {
  return {
    type: 'tool_result',
    tool_use_id: `c${id}`,
    is_error: blocks.includes(DENIED),
    content: blocks.map(textBlock),
  }
}

function openaiResult(blocks: Blocks, id: number): object {
  const texts = blocks.map((block) => (isImage(block) ? '(the image follows)' : block))
  return { role: 'tool', tool_call_id: `c${id}`, content: texts.length === 1 ? texts[0] : texts.join('\n') }
}

/** Messages of tools take text alone. */
function openaiImages(blocks: Blocks): object[] {
  const images = blocks.filter(isImage)
  return images.length === 0 ? [] : [{ role: 'user', content: images }]
}

function isImage(block: unknown): boolean {
  return LOOPS.some(({ image }) => image === block)
}

describe.each(LOOPS)('the loop on the $format tool format', ({ loop, schema, told, image }) => {
  it('offers and calls the tools of two servers and of one in this process', async () => {
    const seen = await loop([ADD, FORECAST, { name: 'mcp__old__add', args: { a: 1, b: 41 } }], options())
    expect(seen.tools).toEqual(
      expect.arrayContaining(['mcp__lab__add', 'mcp__old__add', 'mcp__weather__forecast', 'read_mcp_resource']),
    )
    expect(seen.schema).toMatchObject(schema)
    expect(seen.system).toMatch(/\["gone","lab","old","weather"\][^]*Instructions of the MCP server lab/)
    expect(seen.results).toEqual(told([SUM], [SUNNY], [SUM]))
    expect(seen.answer).toBe('Done.')
  })

  it('asks for permission, and passes a denial on', async () => {
    const asked: string[] = []
    const { results } = await loop(
      [ADD, FAIL],
      options({
        permission: async ({ tool: { server, rawName }, callId }) => {
          asked.push(`${server} ${rawName} ${callId}`)
          return { kind: 'deny', reason: 'not on Sundays' }
        },
      }),
    )
    expect(asked).toEqual(['old fail c1'])
    expect(results).toEqual(told([SUM], [DENIED]))
  })

  it('shows an image', async () => {
    expect((await loop([PICTURE], options())).results).toEqual(told([GRADIENT, image]))
  })

  it('reads a document', async () => {
    expect((await loop([READ], options())).results).toEqual(told([DOCUMENT]))
  })

  it('says which servers are down', async () => {
    const { system } = await loop([], options())
    expect(system).toMatch(/The server off is disabled\.\n\nThe server gone is failed\.$/)
  })

  it('is cancelled in the middle of a call, of which the server is told, and leaves no process', async () => {
    const [calls, cancelled, count] = [freshFile(), freshFile(), freshFile()]
    const abort = new AbortController()
    const running = loop(
      [{ name: 'mcp__s__echo', args: { text: 'x' } }],
      options({
        mcpServers: { s: scripted('--hang-call', '--calls', calls, '--cancel-log', cancelled, '--count', count) },
        signal: abort.signal,
      }),
    )
    running.catch(() => {})
    await eventually('the call', () => linesOf(calls).length === 1)
    abort.abort()
    await expect(running).rejects.toMatchObject({ code: 'aborted' })
    expect([linesOf(cancelled).length, linesOf(count).length, processesOf(count)]).toEqual([1, 1, []])
  })

  it('gives its signal to the request of the model', async () => {
    const { signal } = new AbortController()
    expect((await loop([], options({ signal }))).signal).toBe(signal)
  })
})
