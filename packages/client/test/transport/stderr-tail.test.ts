import { describe, expect, test } from 'vitest'

import { StderrTail } from '../../src/transport/stderr-tail.js'

function tailOf(...chunks: (string | Buffer)[]): StderrTail {
  const tail = new StderrTail()
  for (const chunk of chunks) tail.push(Buffer.from(chunk))
  return tail
}

describe('the text', () => {
  test('of a quiet server is empty', () => {
    expect(tailOf().text()).toBe('')
    expect(tailOf('\n\n').text()).toBe('')
  })

  test('is everything that was said, without the last newline', () => {
    expect(tailOf('first\n', 'second', ' line\n').text()).toBe('first\nsecond line')
  })

  test('is at most so many bytes of the end, in whole lines', () => {
    expect(tailOf('a long first line\nthe second\nthe last\n').text(20)).toBe('the second\nthe last')
    expect(tailOf('a long first line\nthe second\nthe last\n').text(18)).toBe('the last')
  })

  test('of one endless line is the end of that line', () => {
    expect(tailOf('x'.repeat(5_000), 'end').text(10)).toBe('xxxxxxxend')
  })

  test('never begins within a character', () => {
    const tail = tailOf('🙂🙂🙂')
    expect([12, 11, 10, 9, 8].map((bytes) => tail.text(bytes))).toEqual(['🙂🙂🙂', '🙂🙂', '🙂🙂', '🙂🙂', '🙂🙂'])
  })

  test('joins a character that came in two chunks', () => {
    const face = Buffer.from('🙂')
    expect(tailOf(face.subarray(0, 2), face.subarray(2)).text()).toBe('🙂')
  })

  test('has no control characters, colours or invisible characters', () => {
    expect(tailOf('\u001B[31mred\u001B[0m\r\npay\u200Bload\u202E\u0007').text()).toBe('[31mred[0m\npayload')
  })

  test('of bytes that are no UTF-8 stays within its limit', () => {
    const text = tailOf(Buffer.alloc(5_000, 0xff)).text(300)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(300)
  })
})

describe('a secret', () => {
  const token = `eyJ${'abcdefghijklmnop0123456789'.repeat(80)}`
  const key = 'sk-0123456789abcdefghijABCDEFGHIJ'
  const pem = [
    '-----BEGIN KEY-----',
    ...Array.from({ length: 50 }, (_, row) => `LINE${row}`.padEnd(64, 'k')),
    '-----END KEY-----',
  ]
  const saying = (said: string, ...secrets: string[]): string => {
    const tail = new StderrTail(secrets)
    tail.push(Buffer.from(said))
    return tail.text()
  }

  test('that is longer than what is shown leaves no piece', () => {
    expect(saying(`bad token ${token}\n`, token)).toBe('bad token [redacted]')
  })

  test('that lies across the limit leaves no piece', () => {
    for (let behind = 1_490; behind < 1_540; behind++) {
      const shown = saying(`bad key=${key} ${'.'.repeat(behind)}\n`, key)
      expect(shown.replace(/^.*\]/, ''), `${behind} characters behind it`).toMatch(/^ ?\.+$/)
    }
  })

  test('of many lines leaves none of them, whatever its line breaks', () => {
    expect(saying(`bad key ${pem.join('\n')}\nbye\n`, pem.join('\n'))).toBe('bad key [redacted]\nbye')
    expect(saying(`bad key ${pem.join('\r\n')}\r\n`, `${pem.join('\n')}\n`)).toBe('bad key [redacted]')
  })

  test('with invisible characters in it is recognised', () => {
    expect(saying(`bad key ${key.slice(0, 9)}\u200B\u0007${key.slice(9)}`, key)).toBe('bad key [redacted]')
  })

  test('leaves no piece at the beginning of what a flood has left', () => {
    const kept = 16_384 + token.length
    for (const offset of [1, 2, 100, 1_000, token.length - 1, token.length]) {
      const tail = new StderrTail([token, key])
      // One chunk of twice what is kept, in which the cut goes through the token.
      const behind = `${key}${'.'.repeat(kept - offset - key.length - 4)} end`
      const before = '.'.repeat(kept - (token.length - offset))
      tail.push(Buffer.from(before + token + behind))
      const shown = tail.text(100_000)
      expect(shown, `${offset} characters of it left`).toMatch(/^(\[redacted\])?\.+ end$/)
    }
  })

  test('is found in the middle of another that the beginning is cut behind', () => {
    const tail = new StderrTail(['ABCDEFGHIJ'.repeat(4), 'first-key'])
    for (let line = 0; line < 10_000; line++) tail.push(Buffer.from('first-key '))
    expect(tail.text(100_000)).toMatch(/^(?:[a-z-]{0,8} )?(?:\[redacted\] )+\[redacted\]$/)
    expect(tail.text(100_000)).not.toContain('key')
  })
})

describe('the ring', () => {
  test('keeps the end of a flood, whatever the size of its chunks', () => {
    for (const size of [1, 7, 4_096, 65_536, 1_000_000]) {
      const flood = Buffer.from(`${'x'.repeat(99)}\n`.repeat(10_000))
      const tail = new StderrTail()
      for (let start = 0; start < flood.length; start += size) tail.push(flood.subarray(start, start + size))
      tail.push(Buffer.from('the last words\n'))
      expect(tail.text(), `chunks of ${size}`).toMatch(/x\nthe last words$/)
    }
  })

  test('keeps 16 KiB and at most twice that', () => {
    const tail = new StderrTail()
    for (let line = 0; line < 100_000; line++) tail.push(Buffer.from(`${line}\n`))
    const kept = tail.text(1_000_000)
    expect(kept.endsWith('99998\n99999')).toBe(true)
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(32_768)
    expect(Buffer.byteLength(kept)).toBeGreaterThan(16_384 - 6)
  })
})
