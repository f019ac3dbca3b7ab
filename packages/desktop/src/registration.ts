import { createMcpToolDefinition } from '@harness-mcp/result-adapter'
import type { DesktopTool } from './catalog.js'
import { desktopError } from './errors.js'
import type { HarnessContext, RegisteredDesktopTool, ToolRegistry } from './harness.js'
import type { NativeDesktop } from './native-desktop.js'

/** What a tool needs besides itself. */
export interface ToolHost {
  readonly ctx: HarnessContext
  readonly native: NativeDesktop
  readonly maxModelBytes: number | undefined
}

/** A tool of the driver as a registry takes it. */
export function definitionOf(tool: DesktopTool, { ctx, native, maxModelBytes }: ToolHost): RegisteredDesktopTool {
  const definition = createMcpToolDefinition(ctx, {
    name: tool.name,
    rawName: tool.rawName,
    description: tool.description,
    inputSchema: tool.inputSchema,
    annotations: { readOnlyHint: tool.hints.readOnly },
    maxModelBytes,
    call: (args, exec) => native.run(tool, args, exec.signal),
  })
  return { ...definition, desktop: tool }
}

/**
 * Registers one tool. Returns the undo.
 *
 * @throws DesktopError `name-conflict` when the registry refuses it.
 */
export function registerTool(registry: ToolRegistry, definition: RegisteredDesktopTool): () => unknown {
  try {
    return registry.register(definition)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it gave no reason'
    const message = `the registry refuses the tool ${definition.name}, perhaps because a second desktop is configured: ${reason}`
    throw desktopError('name-conflict', message, cause)
  }
}
