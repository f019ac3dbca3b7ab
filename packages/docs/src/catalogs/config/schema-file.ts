import { join } from 'node:path'

import { z } from 'zod'

import { textOf } from '../../files.js'
import { formatted } from '../../markdown/markdown.js'
import type { Problem } from '../../problem.js'
import type { Settings } from './settings.js'

export const SCHEMA_FILE = 'config.schema.json'

/** The JSON Schema that a package ships for editors, of the draft that all of them know. */
export async function schemaText({ document }: Settings): Promise<string> {
  return formatted(SCHEMA_FILE, JSON.stringify(z.toJSONSchema(document, { io: 'input', target: 'draft-7' })))
}

const manifestSchema = z.object({
  files: z.array(z.string()).default([]),
  exports: z.record(z.string(), z.unknown()).default({}),
})

/** A schema that is written but not shipped is one that nobody finds. */
export function shippingProblems({ folder }: Settings, root: string): Problem[] {
  const at = `${folder}/package.json`
  const { files, exports } = manifestSchema.parse(JSON.parse(textOf(join(root, at)) ?? '{}'))
  const listed = files.includes(SCHEMA_FILE) ? [] : [{ at, message: `"files" lacks ${SCHEMA_FILE}` }]
  const exported = exports[`./${SCHEMA_FILE}`] === `./${SCHEMA_FILE}`
  return exported ? listed : [...listed, { at, message: `"exports" lacks ./${SCHEMA_FILE}` }]
}
