import { describe, expect, test } from 'vitest'

import { parseLine } from '../../src/transport/message.js'

describe('messages', () => {
  test.each([
    ['a notification', '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
    ['a request', '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
    ['a result', '{"jsonrpc":"2.0","id":"a","result":{}}'],
    [
      'a result that no schema would take',
      '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":7}],"nextCursor":null}}',
    ],
    ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}'],
    ['an error with a code of the wrong type', '{"jsonrpc":"2.0","id":1,"error":{"code":"x"}}'],
  ])('%s is read as it is', (_, line) => {
    expect(parseLine(line)).toEqual({ kind: 'message', message: JSON.parse(line) })
  })

  test.each([
    ['a carriage return behind it', '{"jsonrpc":"2.0","method":"x"}\r'],
    ['white space before it', ' \t{"jsonrpc":"2.0","method":"x"}'],
    ['a byte order mark before it', '\uFEFF{"jsonrpc":"2.0","method":"x"}'],
  ])('%s does not matter', (_, line) => {
    expect(parseLine(line)).toEqual({ kind: 'message', message: { jsonrpc: '2.0', method: 'x' } })
  })
})

describe('a batch', () => {
  const [answer, notification] = [
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', method: 'x' },
  ]

  test.each([
    ['two messages', [answer, notification], [answer, notification]],
    ['one answer', [answer], [answer]],
    ['garbage beside an answer', [{ garbage: 1 }, null, [notification], answer], [answer]],
  ])('of %s is its messages', (_, sent, messages) => {
    expect(parseLine(JSON.stringify(sent))).toEqual({ kind: 'batch', messages })
  })
})

describe('noise', () => {
  test.each([
    '',
    '   ',
    'Listening on standard input.',
    '[info] ready',
    '{"level":30,"msg":"a log line of some logger"}',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","result":{}}',
    '{"jsonrpc":"2.0","method":7}',
    '{"jsonrpc":"1.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"result":{}',
    '{"jsonrpc":"2.0","method":"x"}{"jsonrpc":"2.0","method":"y"}',
    'null',
    '7',
    '"text"',
    '[]',
    '[1, null, {"garbage":1}]',
    '[{"jsonrpc":"2.0","method":"x"}',
  ])('%j', (line) => {
    expect(parseLine(line)).toEqual({ kind: 'noise' })
  })
})
