import { setTimeout as wait } from 'node:timers/promises'

import type { McpOutcome, McpServer } from '@harness-mcp/client'

import { type Diary, seeFailure } from './diary.js'
import type { Step } from './job.js'

/** What does not come to be within this time never does, in ms. */
const NEVER_MS = 8_000

/** Takes one step, and gives one word for what became of it: see `Step`. */
export function takeStep(step: Step, server: McpServer, diary: Diary): Promise<string> {
  switch (step.do) {
    case 'call':
      return call(step, server, diary).catch((error: unknown) => diary.failed(seeFailure(error)))
    case 'read':
      return read(step, server).catch((error: unknown) => diary.failed(seeFailure(error)))
    case 'until':
      return until(step, server)
    case 'reconnect':
      return reconnect(step.times ?? 1, server)
    case 'watch':
      return watch(step.ms, diary)
    case 'close':
      return server.close().then(() => 'closed')
  }
}

async function call(step: Step & { do: 'call' }, server: McpServer, diary: Diary): Promise<string> {
  const { tool = 'echo', args = {}, abort = false } = step
  const caller = new AbortController()
  const onProgress = (): void => {
    if (abort) caller.abort()
    throw new Error('an onProgress that throws')
  }
  const name = server.tools().find(({ rawName }) => rawName === tool)?.name ?? tool
  const outcome = await server.call(name, args, { signal: caller.signal, onProgress })
  const text = textOf(outcome)
  if (outcome.isError) return diary.failed({ code: outcome.code ?? 'no code', message: text })
  diary.read(text)
  return 'ok'
}

function textOf({ content }: McpOutcome): string {
  return content.flatMap((block) => (block.type === 'text' ? block.text : [])).join(' ')
}

async function read({ method }: Step & { do: 'read' }, server: McpServer): Promise<string> {
  await server.resource({ method })
  return 'ok'
}

function until({ state, tool }: Step & { do: 'until' }, server: McpServer): Promise<string> {
  const isSo = (): boolean =>
    (state === undefined || server.snapshot().state === state) &&
    (tool === undefined || server.tools().some(({ rawName }) => rawName === tool))
  return new Promise((resolve) => {
    const settle = (word: string): void => {
      stop()
      clearTimeout(timer)
      resolve(word)
    }
    const stop = server.subscribe(() => isSo() && settle('yes'))
    const timer = setTimeout(() => settle('never'), NEVER_MS)
    if (isSo()) settle('yes')
  })
}

async function reconnect(times: number, server: McpServer): Promise<string> {
  await Promise.all(Array.from({ length: times }, () => server.reconnect()))
  return server.snapshot().state
}

async function watch(ms: number, { states }: Diary): Promise<string> {
  const before = states.length
  await wait(ms)
  return states.slice(before).join(' ') || 'quiet'
}
