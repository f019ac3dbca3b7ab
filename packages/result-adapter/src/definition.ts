import { parseArguments } from './arguments.js'
import { arrange } from './arrange.js'
import { McpError } from './error.js'
import { failureText } from './failure.js'
import { registryError } from './harness-error.js'
import type { McpToolDefinition, RegistryBlock, ServiceLookup, ToolExecution } from './harness.js'
import { withObjectRoot } from './input-schema.js'
import type { JsonObject, JsonValue } from './json.js'
import { finalContent, type KeptContent } from './kept-content.js'
import { hasNegativeZero, withoutNegativeZero } from './lossless.js'
import type { CanonicalValue } from './outcome.js'
import { partsOf } from './parts.js'
import { plainLine, plainText } from './plain-text.js'
import { readResult, type ReadResult } from './read-result.js'
import { admitImages, withoutImages } from './registry-images.js'
import { registrySchema } from './registry-schema.js'
import { parseResult } from './result.js'

const MAX_DESCRIPTION_BYTES = 16_384

/** A tool, and how it is called. */
export interface McpToolSource {
  /** The public name, under which the tool is registered as it is. */
  readonly name: string
  /** The server's own name of the tool, for sentences about it. */
  readonly rawName: string
  /** The configured name of the server, for sentences about it; absent for a native provider. */
  readonly server?: string | undefined
  /** Cleaned and cut to 16,384 bytes; a missing or blank one is replaced by a short sentence. */
  readonly description?: string | null | undefined
  /** Passed on unchanged, but for a missing `type: 'object'` and `properties` at the root. */
  readonly inputSchema: JsonObject
  /** As the server sent it; a success is checked against it. */
  readonly outputSchema?: unknown
  /** Hints of the server. Only `readOnlyHint` is used, and only to let calls overlap. */
  readonly annotations?: { readonly readOnlyHint?: unknown } | null | undefined
  /** The tool can run only as a task, which nothing here supports: every call is refused with a readable error. */
  readonly taskRequired?: boolean | undefined
  /** The most text that the model shall read, in bytes of UTF-8. Default: no limit. */
  readonly maxModelBytes?: number | undefined
  /**
   * Runs the tool and resolves to its raw result, unvalidated. It gets the exact execution: caller and cancellation
   * signal. It rejects with an `McpError`, or with the signal's reason when it was cancelled.
   *
   * @param args - the arguments, parsed.
   * @param exec - who calls, and the signal that cancels the call.
   */
  call(args: JsonObject, exec: ToolExecution): Promise<unknown>
}

/**
 * A tool definition for a harness with a tool registry, such as `ctx.tools` of a Cordis harness. Its canonical value is
 * `{ content, structuredContent? }`; its model content holds images as references of the harness's attachment service
 * (`Ref`), when there is one and the model of the calling agent declares image input. Registration, deadlines and teardown
 * stay with the caller.
 *
 * `execute` rejects with the reason as its message when the call failed: an `isError` result, a result that misses its
 * output schema, arguments that are not JSON, and whatever `call` rejects with.
 *
 * @param host - where the attachment and model services are looked up.
 * @param tool - the tool, and how it is called.
 *
 * @example
 * ```ts
 * import { createMcpToolDefinition } from '@harness-mcp/result-adapter'
 *
 * const host = { get: () => undefined } // a Cordis context is one
 * const definition = createMcpToolDefinition(host, {
 *   name: 'native__add',
 *   rawName: 'add',
 *   description: 'Adds two numbers.',
 *   inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
 *   call: async ({ a, b }) => ({ content: [{ type: 'text', text: String(Number(a) + Number(b)) }] }),
 * })
 * ```
 */
export function createMcpToolDefinition<Ref = unknown>(
  host: ServiceLookup,
  tool: McpToolSource,
): McpToolDefinition<Ref> {
  const kept = new WeakMap<ToolExecution, KeptContent<Ref>>()
  const render = (value: JsonValue): RegistryBlock<Ref>[] => renderText(value, tool.maxModelBytes)
  return {
    name: tool.name,
    description: descriptionOf(tool),
    parameters: withObjectRoot(tool.inputSchema),
    output: { schema: registrySchema(tool.outputSchema), render: (_args, value) => render(value) },
    async execute(args, exec) {
      const { value, parts } = await run(tool, args, exec)
      const content = arrange(await admitImages<Ref>(parts, host, exec), tool.maxModelBytes)
      // Text alone is what the registry renders by itself.
      if (parts.some(({ kind }) => kind === 'image' || kind === 'notice')) {
        kept.set(exec, { value, fallback: render(value), content })
      }
      return value
    },
    finalizeContent(exec, result) {
      const entry = kept.get(exec)
      return entry && finalContent(entry, result)
    },
    projectContent(exec, result) {
      const entry = kept.get(exec)
      kept.delete(exec)
      return entry && finalContent(entry, result)
    },
    isConcurrencySafe: () => tool.annotations?.readOnlyHint === true,
  }
}

type Success = { readonly value: CanonicalValue & JsonObject; readonly parts: ReadResult['parts'] }

async function run(tool: McpToolSource, args: unknown, exec: ToolExecution): Promise<Success> {
  try {
    const raw = await tool.call(acceptedArguments(tool, args), exec)
    exec.signal.throwIfAborted()
    const { parts, code, value } = readResult(raw, tool.outputSchema)
    if (code === undefined && value !== undefined) return { value: registryValue(value), parts }
    throw new McpError(failureText(parts, tool.maxModelBytes), { code: code ?? 'protocol', server: tool.server })
  } catch (error) {
    throw await registryError(error)
  }
}

function registryValue({ content, structuredContent }: CanonicalValue): CanonicalValue & JsonObject {
  const blocks = hasNegativeZero(content) ? content.map(withoutNegativeZero) : content
  if (structuredContent === undefined) return { content: blocks }
  return { content: blocks, structuredContent: withoutNegativeZero(structuredContent) }
}

function acceptedArguments(tool: McpToolSource, args: unknown): JsonObject {
  const { rawName, server } = tool
  if (tool.taskRequired === true) {
    throw new McpError(`${subject(tool)} can run only as a task, and tasks are not supported`, {
      code: 'protocol',
      server,
    })
  }
  const parsed = parseArguments(args)
  if (parsed.ok) return parsed.value
  throw new McpError(`${plainLine(rawName, 200)}: ${parsed.reason}`, { code: 'protocol', server })
}

function descriptionOf(tool: McpToolSource): string {
  const description = plainText(tool.description ?? '', MAX_DESCRIPTION_BYTES)
  return description.trim() === '' ? `${subject(tool)} has no description.` : description
}

function subject({ rawName, server }: McpToolSource): string {
  const name = `The tool ${plainLine(rawName, 200)}`
  return server === undefined ? name : `${name} of the MCP server ${server}`
}

function renderText(value: JsonValue, maxModelBytes: number | undefined): { type: 'text'; text: string }[] {
  const result = parseResult(value)
  return arrange(result.readable ? withoutImages(partsOf(result)) : [], maxModelBytes)
}
