import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { LineFraming, type Oversize } from '../../src/transport/framing.js'

const MB = 1024 * 1024

interface Read {
  readonly lines: string[]
  readonly oversize: Oversize | undefined
}

function read(framing: LineFraming, chunk: Buffer): Read {
  const lines: string[] = []
  const steps = framing.push(chunk)
  for (let next = steps.next(); ; next = steps.next()) {
    if (next.done) return { lines, oversize: next.value }
    lines.push(next.value)
  }
}

function readAll(chunks: Iterable<Buffer>, limit = 64 * MB): Read {
  const framing = new LineFraming(limit)
  const lines: string[] = []
  for (const chunk of chunks) {
    const step = read(framing, chunk)
    lines.push(...step.lines)
    if (step.oversize) return { lines, oversize: step.oversize }
  }
  return { lines, oversize: undefined }
}

function* inChunks(whole: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < whole.length; start += size) yield whole.subarray(start, start + size)
}

describe('lines', () => {
  test('several lines in one chunk, and one line over several chunks', () => {
    expect(readAll(['a\nb\nc', 'd', 'e\n'].map((text) => Buffer.from(text))).lines).toEqual(['a', 'b', 'cde'])
  })

  test('empty lines and empty chunks are kept apart', () => {
    expect(readAll(['', '\n\n', '', 'a', '', '\n'].map((text) => Buffer.from(text))).lines).toEqual(['', '', 'a'])
  })

  test('a line without its newline is not given', () => {
    expect(readAll([Buffer.from('a\nunfinished')]).lines).toEqual(['a'])
  })

  test('a carriage return stays, because JSON allows it as white space', () => {
    expect(readAll([Buffer.from('{}\r\n')]).lines).toEqual(['{}\r'])
  })

  test('a character that is split between two chunks arrives whole', () => {
    const whole = Buffer.from('"größe 🙂 中"\n')
    for (let size = 1; size < whole.length; size++)
      expect(readAll(inChunks(whole, size)).lines).toEqual(['"größe 🙂 中"'])
  })

  test('the cut of the stream into chunks never matters', () => {
    const text = fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', '')))
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (lines, size) => {
        const whole = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        expect(readAll(inChunks(whole, size)).lines).toEqual(lines)
      }),
    )
  })
})

describe('a message of 64 MB', () => {
  test.each([4 * 1024, 64 * 1024, 64 * MB])('arrives whole in chunks of %d bytes', (size) => {
    const line = Buffer.alloc(64 * MB, 'x')
    const { lines, oversize } = readAll(inChunks(Buffer.concat([line, Buffer.from('\nnext\n')]), size))
    expect(oversize).toBeUndefined()
    expect(lines.map(({ length }) => length)).toEqual([64 * MB, 4])
    expect(Buffer.from(lines[0] ?? '').equals(line)).toBe(true)
  })
})

describe('the limit', () => {
  test('a line of exactly the limit is given, one byte more is not', () => {
    expect(readAll([Buffer.from('12345\n')], 5)).toEqual({ lines: ['12345'], oversize: undefined })
    expect(readAll([Buffer.from('123456\n')], 5)).toEqual({ lines: [], oversize: { bytes: 6 } })
  })

  test('a line that never ends is noticed as soon as it is too long', () => {
    expect(
      readAll(
        ['123', '456', '789'].map((text) => Buffer.from(text)),
        5,
      ),
    ).toEqual({ lines: [], oversize: { bytes: 6 } })
  })

  test('the limit counts bytes, not characters', () => {
    expect(readAll([Buffer.from('ééé\n')], 5).oversize).toEqual({ bytes: 6 })
  })

  test('lines before the one that is too long are given', () => {
    expect(readAll([Buffer.from('ok\ntoo long\nnever\n')], 5)).toEqual({ lines: ['ok'], oversize: { bytes: 8 } })
  })
})
