import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { redactor } from '../src/redaction.js'
import { anySettings, httpSettings } from './support/settings.js'

const forHeaders = (headers: Record<string, string>): ((text: string) => string) =>
  redactor(httpSettings('https://x.example', { headers }))
const forUrl = (query: string): ((text: string) => string) => redactor(httpSettings(`https://x.example/mcp${query}`))
const forEnv = (env: Record<string, string>): ((text: string) => string) => redactor(anySettings({ env }))

describe('secrets', () => {
  test.each<[string, (text: string) => string, string, string]>([
    [
      'the value of a header',
      forHeaders({ 'X-Key': 'hunter2-hunter2' }),
      'bad key hunter2-hunter2!',
      'bad key [redacted]!',
    ],
    [
      'a token behind its scheme',
      forHeaders({ Authorization: 'Bearer abcdefgh' }),
      'token abcdefgh expired',
      'token [redacted] expired',
    ],
    ['the whole header', forHeaders({ Authorization: 'Bearer abcdefgh' }), 'got "Bearer abcdefgh"', 'got "[redacted]"'],
    ['a scheme in small letters', forHeaders({ Authorization: 'basic dXNlcjpwYXNz' }), 'dXNlcjpwYXNz', '[redacted]'],
    ['the value of a variable', forEnv({ TOKEN: 'hunter2-hunter2' }), 'TOKEN=hunter2-hunter2', 'TOKEN=[redacted]'],
    [
      'every time it occurs',
      forEnv({ TOKEN: 'hunter2-hunter2' }),
      'hunter2-hunter2hunter2-hunter2',
      '[redacted][redacted]',
    ],
    [
      'one that holds another',
      forEnv({ A: 'hunter2-hunter2', B: 'x-hunter2-hunter2-x' }),
      'x-hunter2-hunter2-x',
      '[redacted]',
    ],
    [
      'each cookie',
      forHeaders({ Cookie: 'sid=hunter2-hunter2; theme=dark; b="c=d=e-f=g"' }),
      'sid hunter2-hunter2, dark, "c=d=e-f=g"',
      'sid [redacted], dark, [redacted]',
    ],
    [
      'a cookie header',
      forHeaders({ cookie: 'sid=hunter2-hunter2; a=b' }),
      'got sid=hunter2-hunter2; a=b',
      'got [redacted]',
    ],
    [
      'a value of the query',
      forUrl('?api_key=hunter2-hunter2&v=1'),
      'POST /mcp?api_key=hunter2-hunter2&v=1',
      'POST /mcp?api_key=[redacted]&v=1',
    ],
    [
      'a value of the query, as it is written and as it is meant',
      forUrl('?k=hunter2%2Fhunter2'),
      'hunter2%2Fhunter2 is hunter2/hunter2',
      '[redacted] is [redacted]',
    ],
    ['one with marks of a pattern', forEnv({ A: 'a.b*c$&(d)' }), 'a.b*c$&(d) axbbc', '[redacted] axbbc'],
    ['one of eight characters', forEnv({ A: '12345678' }), '12345678', '[redacted]'],
  ])('%s', (_, redact, text, expected) => {
    expect(redact(text)).toBe(expected)
  })

  test('a value of seven characters is a word like others', () => {
    expect(forEnv({ MODE: 'release' })('a release')).toBe('a release')
  })

  test('one that a server hides behind invisible characters is found', () => {
    const redact = forEnv({ A: 'hunter2-hunter2' })
    expect(redact('hunter2\u200B-hun\u202Eter2')).toBe('[redacted]')
    expect(redact('hunter2-\u0000hunter2')).toBe('[redacted]')
  })

  test('one with a line break in it is found', () => {
    const key = '-----BEGIN KEY-----\r\nabcdefgh\r\n-----END KEY-----'
    expect(forEnv({ A: key })(`key: ${key}.`)).toBe('key: [redacted].')
  })

  test('no part of a long one is left where the text is cut', () => {
    const secret = Array.from({ length: 300 }, (_, index) => `s${index}-`).join('')
    const redact = forEnv({ A: secret })
    for (const lead of [0, 100, 1_500, 2_000, 7_000, 8_000]) {
      const text = redact(`${'x'.repeat(lead)}${secret}${secret}${secret}${secret}${secret}${secret}${secret}${secret}`)
      expect(text, `after ${lead} characters`).not.toMatch(/s\d+-/)
    }
  })

  test('whatever surrounds it, it does not come out', () => {
    const secret = 'hunter2-hunter2'
    const redact = forEnv({ A: secret })
    const filler = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.nat(9_000).map((length) => 'x'.repeat(length)),
      fc.constant(secret),
    )
    fc.assert(
      fc.property(fc.array(filler, { maxLength: 12 }), (parts) => {
        expect(redact(parts.join(secret))).not.toContain(secret)
      }),
    )
  })
})

describe('what is learned later', () => {
  const redact = redactor(httpSettings('https://x.example', { headers: { 'X-Key': 'hunter2-hunter2' } }))
  for (let session = 0; session <= 1_000; session++) redact.learn(`session-number-${session}!`)

  test('is a secret too, the newest thousand of it', () => {
    expect(redact('session-number-1! session-number-1000!')).toBe('[redacted] [redacted]')
    expect(redact('session-number-0!')).toBe('session-number-0!')
  })

  test('does not make it forget what was configured', () => {
    expect(redact('bad key hunter2-hunter2')).toBe('bad key [redacted]')
  })
})

describe('the text', () => {
  test('has no control characters', () => {
    expect(forEnv({})('a\u001B[31mb\u0007\r\nc')).toBe('a[31mb\nc')
  })

  test('is 2 KiB at most, and quick to make of 64 MB', () => {
    const redact = forEnv({ A: 'hunter2-hunter2' })
    for (const text of ['x'.repeat(64_000_000), 'é'.repeat(3_000), '\u200B'.repeat(100_000)]) {
      expect(Buffer.byteLength(redact(text))).toBeLessThanOrEqual(2_048)
    }
  })

  test('without secrets is left as it is', () => {
    expect(forEnv({})('nothing to hide')).toBe('nothing to hide')
  })
})
