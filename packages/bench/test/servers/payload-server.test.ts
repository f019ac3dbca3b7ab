import { expect, test } from 'vitest'

import { LARGEST_MESSAGE, longText } from '../../src/servers/offer.js'
import { type Answer, PayloadServer } from '../../src/servers/payload-server.js'

const PLAIN = { tools: 8, outputSchemas: true, churn: false, modern: false, label: '' }

function toolsIn(answer: Answer): readonly unknown[] {
  const { tools } = 'result' in answer ? Object.assign({ tools: undefined }, answer.result) : { tools: undefined }
  return Array.isArray(tools) ? tools : []
}

test('the largest text fills a message of 64 MB and does not exceed it', () => {
  const text = longText(LARGEST_MESSAGE)
  const envelope = {
    jsonrpc: '2.0',
    id: 2_147_483_647,
    result: { resultType: 'complete', content: [{ type: 'text', text }] },
  }
  const bytes = Buffer.byteLength(JSON.stringify(envelope))
  expect(bytes).toBeLessThanOrEqual(LARGEST_MESSAGE)
  expect(bytes).toBeGreaterThan(LARGEST_MESSAGE - 1_024)
})

test('an answer is made once, so that it can be serialized once', () => {
  const server = new PayloadServer(PLAIN)
  const [first, second] = [server.answer('tools/list', {}), server.answer('tools/list', {})]
  expect('result' in first && 'result' in second && first.result === second.result).toBe(true)
})

test('a change makes one tool another one, and all further ones when it churns', () => {
  const changed = (churn: boolean): number => {
    const server = new PayloadServer({ ...PLAIN, churn })
    const before = toolsIn(server.answer('tools/list', {})).map((tool) => JSON.stringify(tool))
    server.change()
    return toolsIn(server.answer('tools/list', {})).filter((tool) => !before.includes(JSON.stringify(tool))).length
  }
  expect([changed(false), changed(true)]).toEqual([1, 2])
})

test('a server speaks one era and refuses the handshake of the other', () => {
  const refuses = (modern: boolean, method: string): boolean =>
    'error' in new PayloadServer({ ...PLAIN, modern }).answer(method, {})
  expect(refuses(false, 'server/discover')).toBe(true)
  expect(refuses(true, 'initialize')).toBe(true)
  expect(refuses(false, 'initialize') || refuses(true, 'server/discover')).toBe(false)
})
