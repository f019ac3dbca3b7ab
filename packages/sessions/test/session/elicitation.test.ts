import type { ElicitationRequest, McpOutcome, OnElicitation } from '@harness-mcp/client'
import { eventually, labServer } from '@harness-mcp/lab'
import { expect, it } from 'vitest'

import { sessionOf } from '../support/sessions.js'

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

it('without it, a tool that asks fails readably', async () => {
  const session = await sessionOf(SERVERS)
  const [old, modern] = await Promise.all(
    ['old', 'new'].map((name) => session.call(`mcp__${name}__order`, { what: 'tea' })),
  )
  expect([old?.isError, modern?.isError]).toEqual([true, true])
  expect(old && textOf(old)).toMatch(/this client does not offer elicitation, so there is nobody to ask/)
  expect(modern && textOf(modern)).toMatch(/the call needs something that this client does not offer/)
})
