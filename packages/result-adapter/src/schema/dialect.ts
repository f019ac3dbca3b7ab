import type { JsonObject } from '../json.js'
import { quoted } from '../diagnostics.js'
import { kindOf } from '../lossless.js'

/** The dialects of JSON Schema that can be checked. */
export type Dialect = '2020-12' | '2019-09' | 'draft-07' | 'draft-06' | 'draft-04'

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
  ['json-schema.org/draft/2019-09/schema', '2019-09'],
  ['json-schema.org/draft-07/schema', 'draft-07'],
  ['json-schema.org/draft-06/schema', 'draft-06'],
  ['json-schema.org/draft-04/schema', 'draft-04'],
])

/** The dialect that a schema declares; 2020-12 when it declares none (MCP specification 2025-11-25, basic). */
export function dialectOf(schema: JsonObject): { ok: true; dialect: Dialect } | { ok: false; reason: string } {
  const declared = schema['$schema']
  if (declared === undefined) return { ok: true, dialect: '2020-12' }
  if (typeof declared !== 'string') return { ok: false, reason: `its $schema is ${kindOf(declared)}` }
  const dialect = DIALECTS.get(declared.replace(/^https?:\/\//, '').replace(/#$/, ''))
  if (dialect === undefined) return { ok: false, reason: `its dialect ${quoted(declared)} is unknown` }
  return { ok: true, dialect }
}
