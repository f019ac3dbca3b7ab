// The inside of the built client: what lies between the bytes of a list and its tools is measured without a pipe, because
// the pipe costs as much.
import { discoverTools } from '../../../client/dist/discovery/discover.js'
import { Toolset } from '../../../client/dist/registration/toolset.js'
import { parseLine } from '../../../client/dist/transport/message.js'
import type { Finding } from '../finding.js'
import { interleave, profileOurs, type Runner } from '../rounds.js'
import { PayloadServer } from '../servers/payload-server.js'

/** From the bytes of a list to tools that can be called, beside what nobody can do without: decoding and parsing them. */
export async function planned(tools: number, rounds: number): Promise<Finding> {
  const bytes = listOf(tools)
  const runners: readonly Runner[] = [
    { name: 'ours', sample: () => took(() => plan(bytes, tools)) },
    { name: 'parse', sample: () => took(() => JSON.parse(bytes.toString('utf8'))) },
  ]
  return {
    id: `planned-${tools}`,
    title: `${tools.toLocaleString('en')} tools planned, from the bytes of the list`,
    unit: 'ms',
    series: await interleave(runners, { warmUp: 5, rounds }),
    goals: tools === 10_000 ? [{ against: 'parse', most: 3 }] : [],
    notes: [
      {
        en: 'Each schema is checked, written once as JSON and hashed, so that a later list can be told from this one.',
        zh: '每个 schema 都经过检查，序列化为 JSON 一次并计算哈希，以便判断后来的列表有无变化。',
      },
    ],
    hot: await profileOurs(runners),
  }
}

const CAPABILITIES = { tools: true, toolsListChanged: false, resources: false }

function listOf(tools: number): Buffer {
  const server = new PayloadServer({ tools, outputSchemas: false, churn: false, modern: false, label: '' })
  return Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, ...server.answer('tools/list', {}) }))
}

async function took(work: () => unknown): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

async function plan(bytes: Buffer, expected: number): Promise<void> {
  const parsed = parseLine(bytes.toString('utf8'))
  const result = parsed.kind === 'message' && 'result' in parsed.message ? parsed.message.result : undefined
  const tools = await discoverTools(
    { capabilities: CAPABILITIES, request: () => Promise.resolve(result) },
    { server: 'bench', signal: new AbortController().signal, offers: () => true, usesHeaders: false, warn: () => {} },
  )
  new Toolset({
    server: 'bench',
    register: () => () => {},
    redact: (text) => text,
    report: () => {},
  }).become(tools)
  if (tools.length !== expected) throw new Error(`${tools.length} tools instead of ${expected}`)
}
