import { createRequire } from 'node:module'
import type { Options, ValidateFunction } from 'ajv'
import type { RE2JS } from 're2js'
import type { Dialect } from './dialect.js'

/** A validator engine for one dialect. */
export interface Engine {
  compile(schema: object): ValidateFunction
}

// Draft-06 is what draft-07 is without `if`, `then` and `else`.
const MODULES: Readonly<Record<Dialect, string>> = {
  '2020-12': 'ajv/dist/2020.js',
  '2019-09': 'ajv/dist/2019.js',
  'draft-07': 'ajv',
  'draft-06': 'ajv',
  'draft-04': 'ajv-draft-04',
}

/** A fresh engine that knows no schema yet. */
export function newEngine(dialect: Dialect, options: Options): Engine {
  const module = load(MODULES[dialect])
  if (!isEngineModule(module)) throw new Error(`${MODULES[dialect]} is no validator`)
  return new module.default(options)
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

function isEngineModule(module: unknown): module is { default: new (options: Options) => Engine } {
  const loaded = typeof module === 'function' || (typeof module === 'object' && module !== null)
  return loaded && 'default' in module && typeof module.default === 'function'
}

function isRe2Module(module: unknown): module is { RE2JS: typeof RE2JS } {
  return typeof module === 'object' && module !== null && 'RE2JS' in module
}
