import { assertSupportedJsonSchema, type ToolDefinition } from '@deepseek-ai/dsh-tools'
import { describe, expect, it } from 'vitest'
import { resourceToolDefinitions } from '../src/definitions.js'
import { createProviderTable } from '../src/directory.js'

const definitions: readonly ToolDefinition[] = resourceToolDefinitions(() => createProviderTable())

describe('the definitions for a registry', () => {
  it('are definitions of the published registry, which takes any JSON for a result', () => {
    for (const { output } of definitions) {
      expect(output.schema).toEqual({})
      expect(() => assertSupportedJsonSchema(output.schema)).not.toThrow()
    }
  })

  it('cost a model less than 2,000 bytes', () => {
    const declared = definitions.map(({ name, description, parameters }) => ({ name, description, parameters }))
    expect(Buffer.byteLength(JSON.stringify(declared))).toBeLessThan(2_000)
  })

  it('render a value without a header that lies when the arguments name no server', () => {
    expect(definitions.map(({ output }) => output.render({}, { a: 1 }))).toEqual(
      definitions.map(() => [{ type: 'text', text: 'MCP server: unknown\n{"a":1}' }]),
    )
  })
})
