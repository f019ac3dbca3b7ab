import { createRequire } from 'node:module'
import type { Options, ValidateFunction } from 'ajv'
import type { RE2JS } from 're2js'
import type { Dialect } from './dialect.js'

/** A validator engine for one dialect. */
export interface Engine {
  compile(schema: object): ValidateFunction
  removeKeyword(keyword: string): unknown
}

const MODULES: Readonly<Record<Dialect, string>> = {
  '2020-12': 'ajv/dist/2020.js',
  '2019-09': 'ajv/dist/2019.js',
  'draft-07': 'ajv',
  'draft-06': 'ajv',
  'draft-04': 'ajv-draft-04',
}

/** Keywords that the engine of a dialect knows and the dialect does not: there they constrain nothing. */
const FOREIGN: Readonly<Partial<Record<Dialect, readonly string[]>>> = {
  'draft-06': ['if', 'then', 'else'],
  'draft-04': ['if', 'then', 'else', 'const', 'contains', 'propertyNames'],
}

/** The dialects in which what stands beside a `$ref` constrains nothing (draft-07, 8.3). */
const LONELY_REF: ReadonlySet<Dialect> = new Set(['draft-07', 'draft-06', 'draft-04'])

/** A fresh engine that knows no schema yet. */
export function newEngine(dialect: Dialect, options: Options): Engine {
  const module = load(MODULES[dialect])
  if (!isEngineModule(module)) throw new Error(`${MODULES[dialect]} is no validator`)
  const engine = new module.default({ ...options, ignoreKeywordsWithRef: LONELY_REF.has(dialect) })
  for (const keyword of FOREIGN[dialect] ?? []) engine.removeKeyword(keyword)
  return engine
}

/** Compiles a pattern of RE2, which matches in time linear in the length of the text. */
export function newRe2(pattern: string): { test(text: string): boolean } {
  const module = load('re2js')
  if (!isRe2Module(module)) throw new Error('re2js is no pattern engine')
  return module.RE2JS.compile(module.RE2JS.translateRegExp(pattern))
}

// Loading them takes about 80 ms, which a program without output schemas never spends. `import()` would be asynchronous,
// and reading a result is not.
const require = createRequire(import.meta.url)

function load(module: string): unknown {
  try {
    return require(module)
  } catch {
    // The message of the loader would tell the model where the harness is installed.
    throw new Error(`${module} cannot be loaded`)
  }
}

function isEngineModule(module: unknown): module is { default: new (options: object) => Engine } {
  const loaded = typeof module === 'function' || (typeof module === 'object' && module !== null)
  return loaded && 'default' in module && typeof module.default === 'function'
}

function isRe2Module(module: unknown): module is { RE2JS: typeof RE2JS } {
  return typeof module === 'object' && module !== null && 'RE2JS' in module
}
