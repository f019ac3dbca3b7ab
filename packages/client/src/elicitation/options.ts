import { plainLine, plainText } from '@harness-mcp/result-adapter'

import { isJsonObject } from '../json.js'
import type { ElicitationOption } from './elicitation.js'
import type { Clean } from './clean.js'

const MOST_OPTIONS = 512
/** The longest name of a field or value of an option, in UTF-16 units. A longer one is refused, never cut. */
const LONGEST_NAME = 256
const TITLE_BYTES = 256

/**
 * The options of a choice: `enum`, with `enumNames` of revision 2025-06-18, or `oneOf` and `anyOf` with a title for each
 * (SEP-1330). `undefined` when there are none, too many, one that cannot be shown, or two that send the same: whoever chose
 * by their titles would not choose at all.
 */
export function optionsOf(
  raw: Readonly<Record<string, unknown>>,
  clean: Clean,
): readonly ElicitationOption[] | undefined {
  const pairs = titledPairs(raw['oneOf'] ?? raw['anyOf']) ?? listedPairs(raw['enum'], raw['enumNames'])
  if (pairs === undefined || pairs.length === 0 || pairs.length > MOST_OPTIONS) return undefined
  const options = pairs.flatMap(([value, title]) => optionOf(value, title, clean) ?? [])
  const values = new Set(options.map((option) => option.const))
  return values.size === pairs.length ? options : undefined
}

/**
 * Whether a text that goes back to the server as it is can be shown as it is: cleaning must not change what it says. `longest`
 * is in UTF-16 units.
 */
export function isShowable(text: string, longest = LONGEST_NAME): boolean {
  return text.length <= longest && plainText(text, Number.MAX_SAFE_INTEGER) === text
}

type Pair = readonly [value: unknown, title: unknown]

function titledPairs(options: unknown): readonly Pair[] | undefined {
  if (!Array.isArray(options)) return undefined
  return options.map((option: unknown) => (isJsonObject(option) ? [option['const'], option['title']] : [null, null]))
}

function listedPairs(values: unknown, names: unknown): readonly Pair[] | undefined {
  if (!Array.isArray(values)) return undefined
  // Without titles a value that stands twice is the same option twice.
  if (!Array.isArray(names)) return [...new Set<unknown>(values)].map((value) => [value, undefined])
  const titles: readonly unknown[] = names
  return values.map((value: unknown, index) => [value, titles[index]])
}

function optionOf(value: unknown, title: unknown, clean: Clean): ElicitationOption | undefined {
  if (typeof value !== 'string' || !isShowable(value)) return undefined
  const shown = typeof title === 'string' ? plainLine(clean(title), TITLE_BYTES) : ''
  return { const: value, title: shown === '' ? value : shown }
}
