import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'

import { Handshakes, repairHandshake } from '../../src/transport/handshake-repair.js'

const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: { listChanged: true }, resources: { subscribe: false } },
  serverInfo: { name: 'lab', version: '1.0.0' },
  instructions: 'Be kind.',
}

test('the results of the requests that begin a connection, in either era, are mended once, and no others', () => {
  const handshakes = new Handshakes()
  const odd = { ...initialize, instructions: null }
  const answered = (id: number | string): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: odd })
  const cleaned = (id: number | string): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: repairHandshake(odd) })
  for (const [id, method] of ['initialize', 'server/discover', 'tools/list'].entries())
    handshakes.sent({ jsonrpc: '2.0', id, method })
  expect([0, '1', 2, 0].map((id) => handshakes.received(answered(id)))).toEqual([
    cleaned(0),
    cleaned('1'),
    answered(2),
    answered(0),
  ])
})

describe('the result of initialize', () => {
  test('in good order stays as it is', () => {
    expect(repairHandshake(initialize)).toEqual(initialize)
  })

  test.each([
    ['no server info', { serverInfo: undefined }, { serverInfo: { name: '', version: '' } }],
    ['no version', { serverInfo: { name: 'x' } }, { serverInfo: { name: 'x', version: '' } }],
    [
      'a version that is a number',
      { serverInfo: { name: 'x', version: 2 } },
      { serverInfo: { name: 'x', version: '2' } },
    ],
    [
      'a title that is null and a bad icon',
      { serverInfo: { name: 'x', version: '1', title: null, icons: [{ src: 5 }] } },
      { serverInfo: { name: 'x', version: '1' } },
    ],
    ['instructions that are null', { instructions: null }, { instructions: undefined }],
    ['instructions that are a list', { instructions: ['a'] }, { instructions: undefined }],
    ['no capabilities', { capabilities: null }, { capabilities: {} }],
    ['a capability that is true', { capabilities: { tools: true } }, { capabilities: { tools: {} } }],
    [
      'capabilities that are null, false or text',
      { capabilities: { tools: {}, resources: null, prompts: false, logging: 'yes' } },
      { capabilities: { tools: {} } },
    ],
    ['a flag that is text', { capabilities: { tools: { listChanged: 'yes' } } }, { capabilities: { tools: {} } }],
    [
      'experiments of any shape',
      { capabilities: { tools: {}, experimental: { x: true }, tasks: 7, extensions: [] } },
      { capabilities: { tools: {} } },
    ],
    ['a `_meta` that is null', { _meta: null }, {}],
  ])('with %s is mended', (_, odd, mended) => {
    expect(repairHandshake({ ...initialize, ...odd })).toEqual({ ...initialize, ...mended })
  })

  test('without a revision is not made into one', () => {
    expect(repairHandshake({ capabilities: {} })).toEqual({ capabilities: {} })
    expect(repairHandshake({ protocolVersion: 7 })).toMatchObject({ protocolVersion: 7 })
  })
})

describe('the result of server/discover', () => {
  const key = 'io.modelcontextprotocol/serverInfo'

  test('keeps its revisions and who the server is', () => {
    const discovered = {
      resultType: 'complete',
      supportedVersions: ['2026-07-28', null],
      capabilities: { tools: { listChanged: true }, extensions: { 'x/y': null } },
      instructions: null,
      _meta: { [key]: { name: 'lab', version: 1, icons: 'none' }, other: 1 },
    }
    expect(repairHandshake(discovered)).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true } },
      _meta: { [key]: { name: 'lab', version: '1' } },
    })
  })

  test('that offers no list of revisions stays none', () => {
    expect(repairHandshake({ supportedVersions: '2026-07-28' })).toEqual({ capabilities: {} })
  })
})
