import { status } from '../commands/status.js'
import { describeResult, resultJson } from '../commands/result.js'
import { groupTools } from '../commands/tools.js'
import type { Harness } from '../harness/harness.js'
import { failed } from '../host-error.js'
import type { Findings } from '../output/report.js'
import { briefPrompt, briefTools } from './brief.js'
import { type Called, callRaw } from './call-raw.js'
import type { Stage } from './stage.js'

/** One part of the demo. It throws when it fails. */
export interface Step {
  readonly name: string
  readonly title: string
  readonly explains: string
  run(stage: Stage): Promise<Findings>
}

export const steps: readonly Step[] = [
  {
    name: 'configuration',
    title: 'The configuration',
    explains: 'A cordis.yml, as any Cordis harness reads it. One entry is one server.',
    run: async ({ world: { file, yaml } }) => ({ json: { file }, text: () => `${file}\n\n${yaml.trimEnd()}` }),
  },
  {
    name: 'status',
    title: 'The servers',
    explains: 'Each has one connection. Revision 2026-07-28 and the older ones are negotiated, without a setting.',
    run: ({ harness }) => allReady(harness),
  },
  {
    name: 'tools',
    title: 'The tools',
    explains: 'They stand in the registry of the harness under stable names: mcp__<server>__<tool>.',
    run: async ({ harness }) => briefTools(groupTools(harness)),
  },
  {
    name: 'calls',
    title: 'A call to each server',
    explains: 'Through the registry, as a model calls. What follows the arrow is what the model reads.',
    run: callEach,
  },
  {
    name: 'image',
    title: 'An image',
    explains: 'The model of the host takes images, so this one is stored, and the model gets a reference to it.',
    run: storeImage,
  },
  {
    name: 'document',
    title: 'A document',
    explains: 'Documents are read through one tool that all servers share: read_mcp_resource.',
    run: readDocument,
  },
  {
    name: 'prompt',
    title: 'The system prompt',
    explains: 'It names the servers that have documents, and carries their instructions under their names.',
    run: async ({ harness }) => briefPrompt(await harness.prompt()),
  },
]

async function allReady(harness: Harness): Promise<Findings> {
  const report = await status(harness)
  if (report.ok) return report
  const snapshots = harness.servers().map((server) => server.snapshot())
  const down = snapshots.filter(({ state }) => state !== 'ready')
  throw failed(down.map(({ server, state, reason }) => `${server} is ${state}: ${reason}`).join('; '))
}

async function callEach(stage: Stage): Promise<Findings> {
  const called = [
    await callRaw(stage, 'everything', 'echo', { message: 'Hello over standard input and output' }),
    await callRaw(stage, 'everything-http', 'get-sum', { a: 2, b: 3 }),
    await callRaw(stage, 'files', 'read_text_file', { path: stage.world.note }),
    await callRaw(stage, 'modern', 'add', { a: 19, b: 23 }),
  ]
  return {
    json: called.map(({ name, args, result }) => ({
      tool: name,
      arguments: args,
      ...resultJson(stage.harness, result),
    })),
    text: () => called.map((each) => describeCall(stage.harness, each)).join('\n'),
  }
}

function describeCall(harness: Harness, { name, args, result }: Called): string {
  return `${name} ${JSON.stringify(args)}\n  → ${indented(describeResult(harness, result))}`
}

function indented(text: string): string {
  return text.trimEnd().replaceAll('\n', '\n    ')
}

async function storeImage(stage: Stage): Promise<Findings> {
  const called = await callRaw(stage, 'everything', 'get-tiny-image', {})
  const { name, result } = called
  if (!result.content.some(({ type }) => type === 'image')) throw failed(`${name} returned no image that was stored`)
  return {
    json: { tool: name, ...resultJson(stage.harness, result) },
    text: () => describeCall(stage.harness, called),
  }
}

async function readDocument({ harness, signal }: Stage): Promise<Findings> {
  const args = { server: 'modern', uri: 'lab://documents/welcome' }
  const result = await harness.execute('read_mcp_resource', args, signal)
  if (result.isError) throw failed(result.error.message)
  return {
    json: { ...args, ...resultJson(harness, result) },
    text: () => describeCall(harness, { name: 'read_mcp_resource', args, result }),
  }
}
