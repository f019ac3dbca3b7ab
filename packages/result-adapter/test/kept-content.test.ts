import { expect, test } from 'vitest'
import { finalContent, type KeptContent } from '../src/kept-content.js'
import { text } from './support/samples.js'

const line = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value })
const photo = { type: 'image' as const, attachment: 'ref' }
const long = (letter: string): string => letter.repeat(100)

const kept: KeptContent<string> = {
  value: { content: [text('t')] },
  fallback: [line(`${long('a')}${long('b')}${long('c')}`)],
  content: [line('before'), photo, line('after')],
}
const after = (...content: { type: string }[]): unknown =>
  finalContent(kept, { isError: false, value: { content: [text('t')] }, content })

test('what the registry rendered is replaced by what was kept', () => {
  expect(after(...kept.fallback)).toEqual(kept.content)
})

test.each([
  ['its beginning', `${long('a')} … see the file`],
  ['its end', `the end was: ${long('c')}`],
  ['its end, in another block', 'x', long('c')],
])('a text that keeps %s keeps the images', (_what, ...texts) => {
  const content = texts.map(line)
  expect(after(...content)).toEqual([...content, photo])
})

test.each([[[]], [['Moved to a file.']], [[long('b')]]])('the text %j has lost them', (texts) => {
  const content = texts.map(line)
  expect(after(...content)).toEqual([
    ...content,
    line('[an image is not shown: a policy withheld the result; programs still have the raw data]'),
  ])
})

test('blocks of other kinds that a policy put in stay where they are', () => {
  const note = { type: 'note', body: 1 }
  expect(after(note, ...kept.fallback)).toEqual([note, ...kept.fallback, photo])
})

test('a result whose value is another one, or that failed, is left alone', () => {
  expect(finalContent(kept, { isError: false, value: { content: [] }, content: kept.fallback })).toBeUndefined()
  expect(finalContent(kept, { isError: true, content: kept.fallback })).toBeUndefined()
})

test('without images a changed text is left alone', () => {
  const imageless = { ...kept, content: [line('[an image is not shown]')] }
  const result = { isError: false as const, value: kept.value, content: [line('Moved.')] }
  expect(finalContent(imageless, result)).toBeUndefined()
})
