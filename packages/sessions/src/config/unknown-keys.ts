import type { z } from 'zod'

/** An error for unknown keys that names each, and the keys that there are. Other issues keep their own text. */
export function unknownKeys(shape: object): z.core.$ZodErrorMap {
  const known = Object.keys(shape).join(', ')
  return (issue) => {
    if (issue.code !== 'unrecognized_keys') return undefined
    return `unknown key ${issue.keys.map((key) => JSON.stringify(key)).join(', ')} (known: ${known})`
  }
}
