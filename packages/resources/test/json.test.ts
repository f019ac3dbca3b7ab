import { describe, expect, it } from 'vitest'
import { toLosslessJson } from '../src/json.js'

function nested(levels: number): unknown {
  return JSON.parse('['.repeat(levels) + ']'.repeat(levels))
}

describe('a lossless result', () => {
  it.each([null, true, 0, 1.5, '', [], {}, [[1], { a: [null] }]])('is %j itself', (value) => {
    expect(toLosslessJson(value, 'docs')).toBe(value)
  })

  it('is the same object, so that nothing large is copied', () => {
    const value = { contents: [{ uri: 'a', blob: 'AAAA' }] }
    expect(toLosslessJson(value, 'docs')).toBe(value)
  })

  it('has 0 where the server sent -0', () => {
    const value: unknown = JSON.parse('{"a":[-0,1]}')
    expect(toLosslessJson(value, 'docs')).toStrictEqual({ a: [0, 1] })
  })

  it('has null where the server sent a number that JSON cannot hold, beside a -0 or not', () => {
    const value: unknown = JSON.parse('{"a":[1e999,-1e999,-0,1],"b":1e999}')
    expect(toLosslessJson(value, 'docs')).toStrictEqual({ a: [null, null, 0, 1], b: null })
    expect(toLosslessJson([NaN], 'docs')).toStrictEqual([null])
  })

  it('leaves out keys that are undefined', () => {
    expect(Object.keys(Object(toLosslessJson({ a: 1, b: undefined }, 'docs')))).toEqual(['a'])
  })

  it('keeps a key named __proto__ when something else had to change', () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":-0}}')
    expect(JSON.stringify(toLosslessJson(value, 'docs'))).toBe('{"__proto__":{"a":0}}')
  })

  it('may be an object without a prototype', () => {
    const value: unknown = Object.assign(Object.create(null), { a: 1 })
    expect(toLosslessJson(value, 'docs')).toBe(value)
  })

  it('may be nested 1,000 levels deep', () => {
    expect(toLosslessJson(nested(1_000), 'docs')).toEqual(nested(1_000))
  })
})

describe('what JSON cannot carry', () => {
  it.each([
    ['undefined', undefined],
    ['an undefined item', [undefined]],
    ['a hole in an array', Array(1)],
    ['a bigint', [1n]],
    ['a function', { a: () => 1 }],
    ['a symbol', [Symbol('s')]],
    ['a date', { a: new Date(0) }],
    ['bytes', new Uint8Array(1)],
    ['a map', new Map()],
  ])('%s is refused with the name of the server', (_name, value) => {
    expect(() => toLosslessJson(value, 'docs')).toThrow(
      expect.objectContaining({
        code: 'protocol',
        server: 'docs',
        message: expect.stringMatching(/^docs: the result /),
      }),
    )
  })

  it('is deep nesting: a reader with recursion would lose its stack', () => {
    expect(() => toLosslessJson(nested(200_000), 'docs')).toThrow('docs: the result is nested deeper than 1000 levels')
  })

  it('is a cycle', () => {
    const value: { self?: unknown } = {}
    value.self = value
    expect(() => toLosslessJson(value, 'docs')).toThrow('nested deeper than 1000 levels')
  })
})
