import type { JsonValue } from '@harness-mcp/result-adapter'
import { describe, expect, it } from 'vitest'
import { resourceText } from '../src/projection.js'

function readBy(model: JsonValue): unknown {
  const [header, ...json] = resourceText('docs', model).split('\n')
  expect(header).toBe('MCP server: docs')
  return JSON.parse(json.join('\n'))
}

function base64(bytes: number): string {
  return Buffer.alloc(bytes, 7).toString('base64')
}

const described = (bytes: number): string =>
  `[${bytes} bytes of binary data: not text; programs still have the raw data]`

describe('the text of a result', () => {
  it('is the name of the server, a newline and the JSON on one line', () => {
    const result = { contents: [{ uri: 'a', text: 'one\ntwo {{x}}' }], nextCursor: 'n' }
    expect(resourceText('docs', result)).toBe(`MCP server: docs\n${JSON.stringify(result)}`)
  })

  it.each([0, 1, 2, 3, 4, 1_000])('describes a blob of %i bytes by its size', (bytes) => {
    const entry = { uri: 'a', mimeType: 'image/png', blob: base64(bytes), _meta: { kept: true } }
    expect(readBy({ contents: [entry] })).toEqual({ contents: [{ ...entry, blob: described(bytes) }] })
  })

  it('describes each blob and leaves the order of entries and keys alone', () => {
    const result = {
      ttlMs: 0,
      contents: [
        { blob: base64(3), uri: 'a' },
        { uri: 'b', text: 't' },
        { uri: 'c', blob: '' },
      ],
    }
    expect(resourceText('docs', result)).toBe(
      `MCP server: docs\n{"ttlMs":0,"contents":[{"blob":"${described(3)}","uri":"a"},{"uri":"b","text":"t"},{"uri":"c","blob":"${described(0)}"}]}`,
    )
  })

  it.each(['text/plain', 'text/html; charset=utf-8', 'application/json', 'image/svg+xml'])(
    'turns a blob of %s into text',
    (mimeType) => {
      const blob = Buffer.from('Grüße\n').toString('base64')
      expect(readBy({ contents: [{ uri: 'a', mimeType, blob }] })).toEqual({
        contents: [{ uri: 'a', mimeType, text: 'Grüße\n' }],
      })
    },
  )

  it('describes a blob of text that is not base64', () => {
    expect(readBy({ contents: [{ mimeType: 'text/plain', blob: 'a*b' }] })).toEqual({
      contents: [{ mimeType: 'text/plain', blob: described(2) }],
    })
  })

  it('describes a blob of text whose bytes are no UTF-8', () => {
    const blob = Buffer.from([0xff, 0x41]).toString('base64')
    expect(readBy({ contents: [{ mimeType: 'text/plain', blob }] })).toEqual({
      contents: [{ mimeType: 'text/plain', blob: described(2) }],
    })
  })

  it('never lets a blob take the place of a text that is there', () => {
    const entry = { mimeType: 'text/plain', text: 'mine', blob: base64(3) }
    expect(readBy({ contents: [entry] })).toEqual({ contents: [{ ...entry, blob: described(3) }] })
  })

  it('leaves a key named blob alone anywhere else', () => {
    const result = {
      blob: 'top',
      contents: [{ uri: 'a', text: '', _meta: { blob: 'inside' } }],
      resources: [{ uri: 'b', blob: 'listed' }],
    }
    expect(readBy(result)).toEqual(result)
  })

  it.each<JsonValue>([null, 3, 'x', [], [{ blob: 'x' }], {}, { contents: null }, { contents: { blob: 'x' } }])(
    'of the unexpected shape %j is that JSON',
    (result) => {
      expect(readBy(result)).toEqual(result)
    },
  )

  it.each<JsonValue>([null, 3, 'x', [], { blob: null }, { blob: 3 }, { blob: { blob: 'x' } }])(
    'leaves the unexpected entry %j as it is',
    (entry) => {
      expect(readBy({ contents: [entry] })).toEqual({ contents: [entry] })
    },
  )

  it('keeps a key named __proto__', () => {
    const result: JsonValue = JSON.parse('{"contents":[{"__proto__":{"a":1},"blob":"AAAA"}]}')
    expect(resourceText('docs', result)).toContain('"__proto__":{"a":1}')
  })
})
