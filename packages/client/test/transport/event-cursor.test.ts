import { describe, expect, test } from 'vitest'

import { EventCursor } from '../../src/transport/event-cursor.js'

function after(...chunks: string[]): { lastId: string | undefined; retryMs: number | undefined; answered: boolean } {
  const cursor = new EventCursor()
  for (const chunk of chunks) cursor.read(Buffer.from(chunk))
  const { lastId, retryMs, answered } = cursor
  return { lastId, retryMs, answered }
}

const NOTHING = { lastId: undefined, retryMs: undefined, answered: false }
const RESULT = '{"jsonrpc":"2.0","id":1,"result":{}}'

describe('what is needed to go on', () => {
  test.each([
    ['nothing', '', NOTHING],
    ['comments', ': hi\n\n:\n\n', NOTHING],
    ['an id', 'id: 7\ndata:\n\n', { ...NOTHING, lastId: '7' }],
    ['an id without a space, and without data', 'id:7\n\n', { ...NOTHING, lastId: '7' }],
    ['an id whose event has not ended', 'id: 7\ndata: {}\n', NOTHING],
    ['the last of many ids', 'id: 1\n\nid: 2\n\ndata: x\n\n', { ...NOTHING, lastId: '2' }],
    ['an id that is not ASCII, as its bytes', 'id: é\n\n', { ...NOTHING, lastId: '\u00c3\u00a9' }],
    ['an id that no header can hold', 'id: 1\n\nid: a\u0000b\n\nid: \u0001\n\n', { ...NOTHING, lastId: '1' }],
    ['a wait', 'retry: 250\n\n', { ...NOTHING, retryMs: 250 }],
    ['a wait that is none', 'retry: soon\nretry: -1\nretry: 1e3\nretry\n\n', NOTHING],
    ['a wait beyond every number', `retry: ${'9'.repeat(400)}\n\n`, { ...NOTHING, retryMs: Infinity }],
    ['a result', `data: ${RESULT}\n\n`, { ...NOTHING, answered: true }],
    ['an error', 'data: {"jsonrpc":"2.0","id":1,"error":{}}\n\n', { ...NOTHING, answered: true }],
    [
      'a result in two lines',
      `data: ${RESULT.slice(0, 17)}\ndata: ${RESULT.slice(17)}\n\n`,
      { ...NOTHING, answered: true },
    ],
    ['a result of the type message', `event: message\ndata: ${RESULT}\n\n`, { ...NOTHING, answered: true }],
    ['a result of another type', `event: other\ndata: ${RESULT}\n\n`, NOTHING],
    ['a result whose event has not ended', `data: ${RESULT}\n`, NOTHING],
    ['a notification', 'data: {"jsonrpc":"2.0","method":"x","params":{"result":1}}\n\n', NOTHING],
    ['what is no JSON', 'data: "result"{\n\n', NOTHING],
    ['an event too long to look into', `data: "${'x'.repeat(70_000)}"\n\n`, { ...NOTHING, answered: true }],
    ['many lines too long together', `${`data: ${'x'.repeat(9_000)}\n`.repeat(8)}\n`, { ...NOTHING, answered: true }],
  ])('is found in %s', (_, text, found) => {
    expect(after(text)).toEqual(found)
    expect(after(...text.split(/(?<=[:\n])/))).toEqual(found)
  })

  test('does not come from an event that a broken connection left unfinished', () => {
    const cursor = new EventCursor()
    cursor.read(Buffer.from(`id: 1\n\nid: 2\ndata: ${RESULT}\ndat`))
    cursor.interrupt()
    cursor.read(Buffer.from('a: x\n\n'))
    expect({ lastId: cursor.lastId, answered: cursor.answered }).toEqual({ lastId: '1', answered: false })
  })
})
