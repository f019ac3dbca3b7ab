import { isDeepStrictEqual } from 'node:util'

import type { Expected, ExpectedTool } from './expected.js'
import type { Seen } from './seen.js'

/** Nobody reads more, and a server chooses how long its error is. */
const LONGEST_SENTENCE = 4_096

/** Where what was seen is not what was expected, one sentence each. */
export function differences(expected: Expected, seen: Seen): readonly string[] {
  return [
    ...differs('host', 'alive', seen.host),
    ...differs('processes left', 0, seen.left),
    ...differs('secret shown', false, seen.secretShown),
    ...(isOneOf(expected.state, seen.state) ? [] : differs('state', expected.state, seen.state)),
    ...differs('code', expected.code, seen.code),
    ...differs('era', expected.era, seen.era),
    ...outcomes(expected.outcomes, seen.outcomes),
    ...differs('states', expected.states, seen.states),
    ...differs('spawns', expected.spawns, seen.spawns),
    ...differs('sentence too long', false, seen.sentence.length > LONGEST_SENTENCE),
    ...says(expected.says, seen.sentence),
    ...tools(expected.tools, seen),
    ...warnings(expected.warnings, seen.warnings),
    ...asked(expected.asked ?? {}, seen.asked),
    ...Object.entries(expected.definitions ?? {}).flatMap(([rawName, tool]) => definition(rawName, tool, seen)),
  ]
}

function differs(what: string, expected: unknown, seen: unknown): string[] {
  if (expected === undefined || isDeepStrictEqual(expected, seen)) return []
  return [`${what}: expected ${JSON.stringify(expected)}, saw ${JSON.stringify(seen)}`]
}

/** Where the rules leave a choice, `a|b` takes either. */
function isOneOf(expected: string, seen: string | undefined): boolean {
  return seen !== undefined && expected.split('|').includes(seen)
}

function outcomes(expected: Expected['outcomes'], seen: readonly string[]): string[] {
  const matches = expected?.length === seen.length && expected.every((word, index) => isOneOf(word, seen[index]))
  return matches ? [] : differs('outcomes', expected, seen)
}

function says(expected: RegExp | undefined, sentence: string): string[] {
  if (expected === undefined || expected.test(sentence)) return []
  return [`sentence: expected ${String(expected)}, saw ${JSON.stringify(sentence)}`]
}

function tools(expected: Expected['tools'], { toolCount, tools: seen }: Seen): string[] {
  if (typeof expected === 'number') return differs('tools', expected, toolCount)
  return differs('tools', expected?.toSorted(), seen.map(({ rawName }) => rawName).toSorted())
}

function warnings(expected: readonly RegExp[] | undefined, seen: readonly string[]): string[] {
  if (expected === undefined) return []
  const matches = expected.length === seen.length && expected.every((pattern, index) => pattern.test(seen[index] ?? ''))
  return matches
    ? []
    : [`diagnostics: expected ${expected.map(String).join(', ') || 'none'}, saw ${JSON.stringify(seen)}`]
}

function asked(expected: NonNullable<Expected['asked']>, seen: Seen['asked']): string[] {
  return Object.entries(expected).flatMap(([method, times]) => {
    const count = seen[method] ?? 0
    if (typeof times === 'number') return differs(`times "${method}" arrived`, times, count)
    return count <= times.atMost ? [] : [`times "${method}" arrived: expected at most ${times.atMost}, saw ${count}`]
  })
}

function definition(rawName: string, expected: ExpectedTool, { tools: seen }: Seen): string[] {
  const tool = seen.find((candidate) => candidate.rawName === rawName)
  if (tool === undefined) return [`tool "${rawName}": it is missing`]
  const { description = /./, inputSchema, hasOutputSchema } = expected
  return [
    ...(description.test(tool.description) ? [] : [`description of "${rawName}": saw "${tool.description}"`]),
    ...differs(`inputSchema of "${rawName}"`, inputSchema, tool.inputSchema),
    ...differs(`whether "${rawName}" has an output schema`, hasOutputSchema, tool.hasOutputSchema),
  ]
}
