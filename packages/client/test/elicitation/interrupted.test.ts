import { eventually, linesOf, scripted, startLegacyHttp, startModernHttp } from '@harness-mcp/lab'
import { freshFile, jsonFile } from '@harness-mcp/lab/vitest'
import { expect, onTestFinished, test } from 'vitest'

import { ADA, ASK_NAME, textOf } from '../support/questions.js'
import { connect } from '../support/servers.js'

/** A server of revision 2026-07-28 whose second round is answered by `second`, and what it saw. */
async function interrupted(second: (request: Request) => Response | undefined) {
  let calls = 0
  const { url, close } = await startModernHttp({
    asks: true,
    intercept: async (request) => {
      const text = await request.clone().text()
      if (!text.includes('"tools/call"')) return undefined
      calls++
      return text.includes('"inputResponses"')
        ? second(new Request(request.url, { method: 'POST', body: text }))
        : undefined
    },
  })
  onTestFinished(close)
  let asked = 0
  const server = await connect({ url }, {}, { onElicitation: () => (asked++, ADA) })
  const outcome = await server.call('mcp__s__order', { what: 'tea' })
  return { outcome, seen: { calls, asked } }
}

const broken = (): Response =>
  new Response(new ReadableStream({ start: (controller) => controller.error(new Error('gone')) }), {
    headers: { 'content-type': 'text/event-stream' },
  })

test('a round whose answer breaks off is not sent again, and nobody is asked twice', async () => {
  const { outcome, seen } = await interrupted(broken)
  expect(outcome).toMatchObject({ isError: true, code: 'outcome-unknown' })
  expect(seen).toEqual({ calls: 2, asked: 1 })
})

test('a round that meets an outage is not sent again', async () => {
  const { outcome, seen } = await interrupted(() => new Response('down', { status: 503 }))
  expect(outcome).toMatchObject({ isError: true, code: 'outcome-unknown' })
  expect(seen).toEqual({ calls: 2, asked: 1 })
})

test('a round that is refused for its headers does not begin the call anew', async () => {
  const { outcome, seen } = await interrupted(() =>
    Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32_020, message: 'mismatch' } }, { status: 400 }),
  )
  expect(outcome.isError).toBe(true)
  expect(seen).toEqual({ calls: 2, asked: 1 })
})

test('a server that is gone when the person has answered leaves the outcome unknown', async () => {
  const { url, close } = await startModernHttp({ asks: true })
  const server = await connect({ url }, {}, { onElicitation: async () => (await close(), ADA) })
  const outcome = await server.call('mcp__s__order', { what: 'tea' })
  expect(outcome).toMatchObject({ isError: true, code: 'outcome-unknown' })
  expect(textOf(outcome)).toMatch(/the connection was gone before the call could go on; the outcome is unknown/)
})

test('an answer of a person that an older server does not take is told to the program', async () => {
  const { url, close } = await startLegacyHttp({
    asks: true,
    intercept: async (request) =>
      (await request.clone().text()).includes('"action":"accept"') ? new Response('down', { status: 500 }) : undefined,
  })
  onTestFinished(close)
  const warnings: string[] = []
  const logger = { info: () => {}, warn: (message: string) => void warnings.push(message), error: () => {} }
  const server = await connect({ url }, {}, { onElicitation: () => ADA, logger })
  const abort = new AbortController()
  const outcome = server.call('mcp__s__order', { what: 'tea' }, { signal: abort.signal })
  outcome.catch(() => {})
  await eventually('the warning', () => warnings.length > 0)
  expect(warnings).toEqual(['s: it did not take what a person answered to its question'])
  abort.abort()
  await expect(outcome).rejects.toMatchObject({ code: 'aborted' })
})

const FOREVER = {
  resultType: 'input_required',
  inputRequests: { name: { method: 'elicitation/create', params: ASK_NAME } },
}

test('a process that dies while a person is asked ends the question and the call', async () => {
  const pids = freshFile()
  const place = scripted('--modern', '--count', pids, '--result', jsonFile(FOREVER))
  const signals: AbortSignal[] = []
  const server = await connect(
    place,
    { reconnect: { enabled: false } },
    {
      onElicitation: ({ signal }) => {
        signals.push(signal)
        process.kill(Number(linesOf(pids).at(-1)), 'SIGKILL')
        return new Promise(() => {})
      },
    },
  )
  const [tool] = server.tools()
  const outcome = await server.call(tool?.name ?? '', {})
  expect(outcome).toMatchObject({ isError: true, code: 'outcome-unknown' })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('close() ends a question, and waits for no person', async () => {
  let signal: AbortSignal | undefined
  const server = await connect(
    scripted('--modern', '--result', jsonFile(FOREVER)),
    {},
    {
      onElicitation: (request) => {
        signal = request.signal
        return new Promise(() => {})
      },
    },
  )
  const outcome = server.call(server.tools()[0]?.name ?? '', {})
  await eventually('the question', () => signal !== undefined)
  await server.close()
  expect(await outcome).toMatchObject({ isError: true, code: 'outcome-unknown' })
  expect(signal?.aborted).toBe(true)
})

test('a server that asks for ever is given up with a sentence that says so', async () => {
  const calls = freshFile()
  let asked = 0
  const place = scripted('--modern', '--calls', calls, '--result', jsonFile(FOREVER))
  const server = await connect(place, {}, { onElicitation: () => (asked++, ADA) })
  const outcome = await server.call(server.tools()[0]?.name ?? '', {})
  expect(outcome).toMatchObject({ isError: true, code: 'protocol' })
  expect(textOf(outcome)).toBe(
    's: it asks for input in the middle of the call, and gets none: it has asked in 10 rounds already',
  )
  expect([asked, linesOf(calls).length]).toEqual([10, 11])
})

test('a document may ask too, as no tool, and nothing else may', async () => {
  const script = { 'resources/read': { result: FOREVER }, 'resources/list': { result: FOREVER } }
  const asked: boolean[] = []
  const server = await connect(
    scripted('--modern', '--script', JSON.stringify(script)),
    {},
    {
      onElicitation: (request) => {
        asked.push('tool' in request)
        return ADA
      },
    },
  )
  await expect(server.resource({ method: 'resources/list' })).rejects.toMatchObject({
    code: 'protocol',
    message: expect.stringMatching(/^s: the call needs something that this client does not offer/),
  })
  expect(asked).toEqual([])
  await expect(server.resource({ method: 'resources/read', uri: 'a:b' })).rejects.toMatchObject({
    message: expect.stringMatching(/it has asked in 10 rounds already$/),
  })
  expect(asked).toEqual(Array.from({ length: 10 }, () => false))
})
