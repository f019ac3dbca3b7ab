import { pathToFileURL } from 'node:url'

import { interpolate } from '@deepseek-ai/cordis-plugin-loader'
import { Config } from '@harness-mcp/client'

import { messageOf } from '../host-error.js'
import type { Entry } from './entry.js'

export interface CheckedClient {
  /** With every default filled in. Absent when it is wrong. */
  readonly config?: ClientConfig
  readonly problems: readonly string[]
}

/** The configuration of one server, checked. */
export type ClientConfig = ReturnType<typeof Config.parse>

/** Checks the configuration of one server as the loader will: `!!js` values first, then the client's own schema. */
export function checkClient({ place, config }: Entry, file: string): CheckedClient {
  const values = evaluated(config, file)
  if (!values.ok) return { problems: [`${place}: config: ${values.reason}`] }
  const result = Config['~standard'].validate(values.config)
  if (result instanceof Promise) throw new Error('the schema of the client must not be asynchronous')
  if (result.issues) return { problems: result.issues.map((issue) => `${place}: ${described(issue)}`) }
  return { config: result.value, problems: [] }
}

function described({ path = [], message }: Issue): string {
  const keys = path.map((key) => String(typeof key === 'object' ? key.key : key))
  return `${['config', ...keys].join('.')}: ${message}`
}

/** An issue of a Standard Schema. */
interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

type Evaluated = { readonly ok: true; readonly config: unknown } | { readonly ok: false; readonly reason: string }

function evaluated(config: unknown, file: string): Evaluated {
  try {
    const values: unknown = interpolate({ baseUrl: new URL('.', pathToFileURL(file)).href }, config)
    return { ok: true, config: values }
  } catch (error) {
    return { ok: false, reason: `a !!js value cannot be evaluated: ${messageOf(error)}` }
  }
}
