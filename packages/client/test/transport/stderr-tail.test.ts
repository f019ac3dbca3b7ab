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
