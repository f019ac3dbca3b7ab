import type { ImageAttachmentRef } from '@deepseek-ai/dsh-attachment'
import type { ToolDefinition } from '@deepseek-ai/dsh-tools'
import type { Context } from '@deepseek-ai/cordis'
import { expectTypeOf, test } from 'vitest'
import type { McpToolDefinition, ServiceLookup } from '../src/index.js'

test('a definition is assignable to the definition of the published registry', () => {
  expectTypeOf<McpToolDefinition<ImageAttachmentRef>>().toExtend<ToolDefinition>()
})

test('a Cordis context is a service lookup', () => {
  expectTypeOf<Context>().toExtend<ServiceLookup>()
})
