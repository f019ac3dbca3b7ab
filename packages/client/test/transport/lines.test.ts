import { expect, test } from 'vitest'

import { linePieces, plainLineEnds } from '../../src/transport/lines.js'

async function plain(chunks: readonly string[]): Promise<string> {
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk))
      controller.close()
    },
  })
  return new Response(source.pipeThrough(plainLineEnds())).text()
}

test('the pieces of a chunk are its lines, and what it holds of the last one', () => {
  const pieces = [...linePieces(Buffer.from('a\n\nbc\nd'))]
  expect(pieces.map(({ bytes, ends }) => [Buffer.from(bytes).toString(), ends])).toEqual([
    ['a', true],
    ['', true],
    ['bc', true],
    ['d', false],
  ])
})

const MIXED = 'a\r\nb\rc\n\r\r\n\n\ré\r\n'

test('every line ends with LF, however it ended and wherever the stream was cut', async () => {
  const cuts = Array.from({ length: MIXED.length + 1 }, (_, at) => [MIXED.slice(0, at), MIXED.slice(at)])
  for (const chunks of [[MIXED], MIXED.split(''), ...cuts]) {
    expect(await plain(chunks)).toBe('a\nb\nc\n\n\n\n\né\n')
  }
})

test('an empty chunk between CR and LF does not make two lines of one', async () => {
  expect(await plain(['a\r', '', '\nb'])).toBe('a\nb')
})
