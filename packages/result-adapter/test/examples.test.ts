import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectResult } from '../src/index.js'
import { startHarness } from './support/harness.js'

interface Example {
  readonly title: string
  readonly raw: { readonly content?: unknown; readonly structuredContent?: unknown }
  readonly options?: object
  readonly code?: string
  readonly content: readonly unknown[]
  /** `as sent` is what came, without what is no part of a value. */
  readonly value?: unknown
  /** What a model reads in a registry, where references to images are `a reference`. */
  readonly registry?: readonly unknown[]
}

const examples: Example[] = JSON.parse(readFileSync(new URL('examples/results.json', import.meta.url), 'utf8'))

test.each(examples)('$title', ({ raw, options, code, content, value }) => {
  const { content: blocks, structuredContent } = raw
  const sent = structuredContent === undefined ? { content: blocks } : { content: blocks, structuredContent }
  const expected = value === 'as sent' ? sent : value
  expect(projectResult(raw, options)).toStrictEqual({
    isError: code !== undefined,
    ...(code === undefined ? {} : { code }),
    content,
    ...(expected === undefined ? {} : { value: expected }),
  })
})

test.each(examples.filter(({ registry }) => registry !== undefined))('in a registry: $title', async (example) => {
  const harness = await startHarness()
  harness.register({ ...example.options, call: async () => example.raw })
  const { isError, content } = await harness.call()
  const shown = content.map((block) => (block.type === 'image' ? { ...block, attachment: 'a reference' } : block))
  expect([isError, shown]).toEqual([example.code !== undefined, example.registry])
  await harness.dispose()
})
