import type { ElicitationRequest, McpOutcome, OnElicitation } from '@harness-mcp/client'
import { eventually, labServer, linesOf } from '@harness-mcp/lab'
import { freshFile } from '@harness-mcp/lab/vitest'
import { expect, it } from 'vitest'

import { sessionOf } from '../support/sessions.js'
import { singleMinded } from '../support/single-minded.js'

const SERVERS = { old: labServer('legacy-stdio', '--asks'), new: labServer('modern-stdio', '--asks') }

function textOf({ content }: McpOutcome): string {
  return content.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n')
}

it('brings the questions of all servers to one person, each with the name of its server', async () => {
  const asked: ElicitationRequest[] = []
  const onElicitation: OnElicitation = (request) => {
    asked.push(request)
    return { action: 'accept', content: { name: `for ${request.server}` } }
  }
  const session = await sessionOf(SERVERS, { onElicitation })
  const outcomes = await Promise.all(['old', 'new'].map((name) => session.call(`mcp__${name}__order`, { what: 'tea' })))
  const defaults = { count: 1, gift: false, colour: 'green' }
  expect(outcomes.map((outcome) => JSON.parse(textOf(outcome)).answer.content)).toEqual([
    { name: 'for old', ...defaults },
    { name: 'for new', ...defaults },
  ])
  expect(asked.map(({ server, tool }) => `${server} ${tool}`).toSorted()).toEqual(['new order', 'old order'])
})

it('withdraws the question when its server is disconnected', async () => {
  const signals: AbortSignal[] = []
  const onElicitation: OnElicitation = ({ signal }) => (signals.push(signal), new Promise(() => {}))
  const session = await sessionOf(SERVERS, { onElicitation })
  const outcome = session.call('mcp__new__order', { what: 'tea' })
  await eventually('the question', () => signals.length === 1)
  await session.disconnect('new')
  expect(await outcome).toMatchObject({ isError: true })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

it('keeps a server that answers no check while its person thinks', async () => {
  const pings = freshFile()
  const healthCheck = { enabled: true, intervalMs: 10, timeoutMs: 300, failureThreshold: 2 }
  const onElicitation: OnElicitation = async () => {
    await eventually('checks without an answer', () => linesOf(pings).length > 3)
    return { action: 'accept', content: { name: 'Ada' } }
  }
  const session = await sessionOf({ s: { ...singleMinded(pings), healthCheck } }, { onElicitation })
  const outcome = await session.call('mcp__s__greet', {})
  expect(textOf(outcome)).toBe('{"action":"accept","content":{"name":"Ada"}}')
})

it('without it, a tool that asks fails readably', async () => {
  const session = await sessionOf(SERVERS)
  const [old, modern] = await Promise.all(
    ['old', 'new'].map((name) => session.call(`mcp__${name}__order`, { what: 'tea' })),
  )
  expect([old?.isError, modern?.isError]).toEqual([true, true])
  expect(old && textOf(old)).toMatch(/this client does not offer elicitation, so there is nobody to ask/)
  expect(modern && textOf(modern)).toMatch(/the call needs something that this client does not offer/)
})
