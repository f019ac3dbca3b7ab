import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { McpTool } from '../../src/discovery/tool.js'
import type { McpClientError } from '../../src/errors.js'
import { redactor } from '../../src/redaction.js'
import { type RegisterTool, Toolset } from '../../src/registration/toolset.js'
import { anySettings } from '../support/settings.js'
import { byName, discovered } from '../support/tools.js'

/** A registry like a harness's: a name is taken once, and an undo frees it. What happens to it is kept as lines. */
class Registry {
  readonly log: string[] = []
  readonly #tools = new Map<string, McpTool>()
  /** Raw names that a foreign tool holds. */
  readonly foreign = new Set<string>()

  register(tool: McpTool): () => void {
    const { rawName } = tool
    if (this.foreign.has(rawName) || this.#tools.has(rawName))
      throw new Error(`tool "${rawName}" is already registered`)
    this.#tools.set(rawName, tool)
    this.log.push(`+${rawName}`)
    return () => {
      if (!this.#tools.delete(rawName)) throw new Error(`"${rawName}" was undone twice`)
      this.log.push(`-${rawName}`)
    }
  }

  /** What is registered, by raw name, with the description that it is registered with. */
  get content(): Record<string, string> {
    return Object.fromEntries(
      [...this.#tools].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { description }]) => [name, description]),
    )
  }
}

function toolset(): { set: Toolset; registry: Registry } {
  const registry = new Registry()
  return {
    registry,
    set: toolsetOn((tool) => registry.register(tool)),
  }
}

function toolsetOn(register: RegisterTool): Toolset {
  return new Toolset({ server: 'lab', register, redact: redactor(anySettings()), report: () => {} })
}

const one = (name: string): McpTool => discovered(name, { description: 'one' })
const two = (name: string): McpTool => discovered(name, { description: 'two' })

describe('become', () => {
  test('registers, replaces and removes in batches, each in order, and leaves the rest alone', () => {
    const { set, registry } = toolset()
    expect(set.become([one('a'), one('b'), one('c'), one('d')]).changes).toMatchObject({
      added: { length: 4 },
      removed: [],
      changed: [],
    })
    registry.log.length = 0
    const { changes } = set.become([two('a'), one('b'), one('e'), one('f')])
    expect(changes).toEqual({
      added: ['mcp__lab__e', 'mcp__lab__f'],
      changed: ['mcp__lab__a'],
      removed: ['mcp__lab__c', 'mcp__lab__d'],
    })
    expect(registry.log).toEqual(['-a', '-c', '-d', '+a', '+e', '+f'])
    expect(registry.content).toEqual({ a: 'two', b: 'one', e: 'one', f: 'one' })
  })

  test('with the same tools changes nothing and keeps the same array', () => {
    const { set, registry } = toolset()
    set.become([one('a'), one('b')])
    const before = set.tools
    registry.log.length = 0
    expect(set.become([one('a'), one('b')])).toEqual({})
    expect(registry.log).toEqual([])
    expect(set.tools).toBe(before)
  })

  test('an unchanged tool keeps its identity when others change', () => {
    const { set } = toolset()
    set.become([one('a')])
    const [a] = set.tools
    set.become([one('a'), one('b')])
    expect(set.tools[0]).toBe(a)
    expect(set.get('mcp__lab__a')).toBe(a)
  })

  test('an empty set takes everything away', () => {
    const { set, registry } = toolset()
    set.become([one('a'), one('b')])
    expect(set.become([]).changes).toMatchObject({ removed: ['mcp__lab__a', 'mcp__lab__b'] })
    expect({ content: registry.content, tools: set.tools, found: set.get('mcp__lab__a') }).toEqual({
      content: {},
      tools: [],
      found: undefined,
    })
  })

  test('the tools are frozen', () => {
    const { set } = toolset()
    expect(Object.isFrozen(set.tools)).toBe(true)
    set.become([one('a')])
    expect(Object.isFrozen(set.tools)).toBe(true)
  })
})

describe('when the registry refuses one tool', () => {
  function conflict(set: Toolset, next: readonly McpTool[]): McpClientError {
    const { changes, refusal } = set.become(next)
    expect(changes).toBeUndefined()
    if (refusal) return refusal
    throw new Error('nothing was refused')
  }

  test.each([
    ['the first of the new ones', ['x']],
    ['the last of the new ones', ['z']],
    ['one that only changed', ['b']],
    ['all', ['b', 'x', 'y', 'z']],
  ])('the previous set is restored exactly: %s', (_, foreign) => {
    const { set, registry } = toolset()
    set.become([one('a'), one('b'), one('c')])
    const before = set.tools
    const seen: string[] = []
    const failing = toolsetOn((tool) => {
      if (tool.description === 'two' && foreign.includes(tool.rawName)) throw new Error('a foreign tool holds the name')
      seen.push(tool.rawName)
      return registry.register(discovered(`other-${tool.rawName}`))
    })
    failing.become([one('a'), one('b'), one('c')])
    const error = conflict(failing, [one('a'), two('b'), two('x'), two('y'), two('z')])
    expect(error).toMatchObject({
      code: 'name-conflict',
      message: expect.stringContaining('the previous set stays: a foreign tool holds the name'),
    })
    expect(failing.tools.map(({ rawName, description }) => `${rawName} ${description}`)).toEqual([
      'a one',
      'b one',
      'c one',
    ])
    expect(Object.keys(registry.content)).toEqual(['a', 'b', 'c', 'other-a', 'other-b', 'other-c'])
    expect(set.tools).toBe(before)
  })

  test('and then also one of the previous, what is offered is what is registered, and a later set brings all of it', () => {
    const { set, registry } = toolset()
    set.become([one('a'), one('b'), one('c')])
    let sealed = false
    const sealing = toolsetOn((tool) => {
      if (sealed && tool.rawName !== 'b') throw new Error('the registry is sealed')
      return registry.register(discovered(`sealed-${tool.rawName}`, { description: tool.description }))
    })
    sealing.become([one('a'), one('b'), one('c')])
    sealed = true
    expect(sealing.become([two('a'), one('b'), one('c')])).toMatchObject({
      changes: { added: [], removed: ['mcp__lab__a', 'mcp__lab__c'], changed: [] },
      refusal: {
        code: 'name-conflict',
        message:
          'lab: the registry refused the tools, so 2 of the previous ones, which it refused too, are gone: the registry is sealed',
      },
    })
    expect(sealing.tools.map(({ rawName }) => rawName)).toEqual(['b'])
    expect(Object.keys(registry.content)).toEqual(['a', 'b', 'c', 'sealed-b'])
    sealed = false
    expect(sealing.become([one('a'), one('b'), one('c')]).changes).toMatchObject({ added: { length: 2 }, removed: [] })
    expect(Object.keys(registry.content)).toEqual(['a', 'b', 'c', 'sealed-a', 'sealed-b', 'sealed-c'])
  })

  test('its reason is bounded, and so is what may be secret in it', () => {
    const secret = 'sk-very-secret-value'
    const set = new Toolset({
      server: 'lab',
      register: () => {
        throw new Error(`${secret} ${'x'.repeat(1_000_000)}`)
      },
      redact: redactor(anySettings({ env: { KEY: secret } })),
      report: () => {},
    })
    const { message, cause } = conflict(set, [one('a')])
    expect(message).toContain('the previous set stays: [redacted] xxx')
    expect({ fits: message.length < 2_100, cause }).toEqual({ fits: true, cause: undefined })
  })

  test('at the first time nothing stays behind', () => {
    const { set, registry } = toolset()
    registry.foreign.add('c')
    expect(conflict(set, [one('a'), one('b'), one('c')]).message).toBe(
      'lab: the registry refused the tools, so the previous set stays: tool "c" is already registered',
    )
    expect({ tools: set.tools, content: registry.content }).toEqual({ tools: [], content: {} })
  })

  test('a later set without that tool is taken', () => {
    const { set, registry } = toolset()
    registry.foreign.add('b')
    set.become([one('a')])
    conflict(set, [one('a'), one('b')])
    set.become([two('a'), one('c')])
    expect(registry.content).toEqual({ a: 'two', c: 'one' })
  })

  test('whatever sets follow each other, the registry holds exactly the tools that are offered', () => {
    const tools = fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.boolean()), {
        selector: ([name]) => name,
      })
      .map((list) => list.map(([name, changed]) => (changed ? two(name) : one(name))).sort(byName))
    const steps = fc.array(fc.tuple(tools, fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))), { maxLength: 8 })
    fc.assert(
      fc.property(steps, (sequence) => {
        const { set, registry } = toolset()
        for (const [next, foreign] of sequence) {
          registry.foreign.clear()
          // A foreign tool can only hold a name that is free.
          if (foreign !== null && set.get(`mcp__lab__${foreign}`) === undefined) registry.foreign.add(foreign)
          const before = registry.content
          const refused = next.some(({ rawName }) => registry.foreign.has(rawName))
          expect(set.become(next).refusal?.code).toBe(refused ? 'name-conflict' : undefined)
          const expected = refused
            ? before
            : Object.fromEntries(next.map(({ rawName, description }) => [rawName, description]))
          expect(registry.content).toEqual(expected)
          expect(Object.fromEntries(set.tools.map(({ rawName, description }) => [rawName, description]))).toEqual(
            expected,
          )
        }
      }),
    )
  })
})
