import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseConfig } from '../src/config.js'
import { Config } from '../src/index.js'

describe('the configuration', () => {
  it('has a default for everything, and may be missing altogether', () => {
    const defaults = { prefix: 'cua_driver_native', tools: { deny: [] } }
    expect([parseConfig({}), parseConfig(undefined)]).toEqual([defaults, defaults])
  })

  it('is taken as it is', () => {
    const config = { prefix: 'desk', tools: { allow: ['get_*'], deny: ['zoom'] }, maxModelBytes: 9 }
    expect(parseConfig(config)).toEqual(config)
  })

  it('is refused with every problem at once, each with its path and what would be right', () => {
    const config = { tools: { alow: ['x'], deny: [''] }, prefix: 'a b', maxModelBytes: 0, displai: ':0' }
    expect(() => parseConfig(config)).toThrow(
      expect.objectContaining({
        code: 'invalid-config',
        message: [
          'desktop: invalid configuration:',
          '  prefix: expected 1 to 32 of the characters A-Z a-z 0-9 _ -',
          '  tools: deny: 0: Too small: expected string to have >=1 characters',
          '  tools: unknown key "alow" (known: allow, deny)',
          '  maxModelBytes: expected a whole number of bytes, at least 1',
          '  unknown key "displai" (known: prefix, tools, maxModelBytes)',
        ].join('\n'),
      }),
    )
  })

  it('is a Standard Schema that checks at once, as Cordis asks for', () => {
    expect(Config['~standard'].validate({ tools: { allow: ['click'] } })).toEqual({
      value: { prefix: 'cua_driver_native', tools: { allow: ['click'], deny: [] } },
    })
    expect(Config['~standard'].validate({ tols: {} })).toMatchObject({
      issues: [{ message: 'unknown key "tols" (known: prefix, tools, maxModelBytes)' }],
    })
  })

  it('has a JSON Schema for editors, with descriptions', () => {
    const schema = z.toJSONSchema(Config, { io: 'input' })
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(Object.values(schema.properties ?? {}).every((each) => Object(each).description)).toBe(true)
  })
})
