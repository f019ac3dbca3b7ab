import { join } from 'node:path'

import { z } from 'zod'

import { textOf } from '../../files.js'
import type { Repository } from '../../repository.js'

export const EXAMPLES = 'packages/result-adapter/test/examples/results.json'

const blockSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), attachment: z.string() }),
  z.object({ type: z.literal('image'), mediaType: z.string() }),
])

const exampleSchema = z.object({
  section: z.string(),
  title: z.string(),
  raw: z.unknown(),
  options: z.record(z.string(), z.unknown()).optional(),
  code: z.string().optional(),
  content: z.array(blockSchema),
  registry: z.array(blockSchema).optional(),
  value: z.unknown().optional(),
})

/** One result, and what becomes of it. The tests of the result adapter assert each. */
export type Example = z.output<typeof exampleSchema>
export type Block = z.output<typeof blockSchema>

/** Throws when there are none: a page without examples would look as if it were complete. */
export function readExamples({ root }: Repository): Example[] {
  const text = textOf(join(root, EXAMPLES))
  if (text === undefined) throw new Error(`${EXAMPLES} is missing`)
  return z.array(exampleSchema).parse(JSON.parse(text))
}
