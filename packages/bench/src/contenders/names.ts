import { z } from 'zod'

import type { ContenderName } from '../finding.js'

const name: z.ZodType<ContenderName> = z.enum(['ours', 'sdk', 'ai-sdk', 'langchain', 'bare', 'parse'])

/** Throws on a text that names no contender. */
export function readName(text: string): ContenderName {
  return name.parse(text)
}
