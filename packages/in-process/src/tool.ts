import { z } from 'zod'

import type { ToolResult } from './content.js'
import type { ToolContext } from './context.js'
import { describeIssues } from './issues.js'
import { failure } from './outcome.js'
import { type JsonSchema, type ObjectOf, type ObjectSchema, objectSchema, type Shape } from './shape.js'

/** Hints for the caller, as MCP specification 2025-11-25, server/tools, has them. */
export interface ToolAnnotations {
  /** A name for people. */
  readonly title?: string
  /** The tool changes nothing. */
  readonly readOnlyHint?: boolean
  /** The tool may undo or delete something. */
  readonly destructiveHint?: boolean
  /** A second call with the same arguments changes nothing more. */
  readonly idempotentHint?: boolean
  /** The tool reaches beyond its server. */
  readonly openWorldHint?: boolean
}

/** What a tool may have besides its name, description, shape and function. */
export interface ToolOptions<Out extends Shape = never> {
  /** Hints for the caller. */
  readonly annotations?: ToolAnnotations
  /** The shape of `structuredContent`. What the handler gives is parsed with it, and the caller gets what comes out. */
  readonly outputSchema?: Out
}

type Structured<Out extends Shape> = [Out] extends [never] ? object : z.input<ObjectOf<Out>>

/**
 * Runs one call with parsed arguments. What it throws becomes a failure that the model reads.
 *
 * @param args - the parsed arguments.
 * @param context - cancellation and progress.
 */
export type ToolHandler<In extends Shape, Out extends Shape = never> = (
  args: z.output<ObjectOf<In>>,
  context: ToolContext,
) => ToolResult<Structured<Out>> | Promise<ToolResult<Structured<Out>>>

/** A tool for `createSdkMcpServer`. */
export interface InProcessTool {
  /** What callers call it by. */
  readonly name: string
  /** What the model reads of it. */
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonSchema
  /** JSON Schema of `structuredContent`, when it was given. */
  readonly outputSchema: JsonSchema | undefined
  /** Hints for the caller, when they were given. */
  readonly annotations: ToolAnnotations | undefined
  /**
   * Checks the arguments, runs the handler, and checks `structuredContent`. Rejects with what the handler throws.
   *
   * @param args - what the caller sent, not checked yet.
   * @param context - what the handler is given besides.
   */
  readonly run: (args: unknown, context: ToolContext) => Promise<ToolResult<unknown>>
}

/**
 * A tool from a zod 4 shape and a function. The handler gets the parsed arguments, so defaults and transforms have been
 * applied; arguments that do not fit never reach it. Throws a `TypeError` that names the tool when the definition is wrong.
 *
 * @param name - what callers call it by; unique in its server.
 * @param description - what the model reads of it.
 * @param shape - a zod shape of the arguments.
 * @param handler - runs one call.
 * @param options - hints, and the shape of the output.
 *
 * @example
 * ```ts
 * const add = tool('add', 'Adds two numbers.', { a: z.number(), b: z.number() }, ({ a, b }) => ({
 *   content: [{ type: 'text', text: String(a + b) }],
 * }))
 * ```
 */
export function tool<In extends Shape, Out extends Shape = never>(
  name: string,
  description: string,
  shape: In,
  handler: ToolHandler<In, Out>,
  options: ToolOptions<Out> = {},
): InProcessTool {
  if (typeof name !== 'string' || name === '') throw new TypeError('a tool must have a name, which is no empty string')
  const where = `tool ${JSON.stringify(name)}: `
  if (typeof description !== 'string') throw new TypeError(`${where}the description must be a string`)
  if (typeof handler !== 'function') throw new TypeError(`${where}the handler must be a function`)
  const annotations = readAnnotations(options, where)
  const input = objectSchema(shape, 'input', `${where}the input`)
  const output = options.outputSchema && objectSchema(options.outputSchema, 'output', `${where}the output`)
  return Object.freeze({
    name,
    description,
    inputSchema: input.json,
    outputSchema: output?.json,
    annotations,
    async run(args: unknown, context: ToolContext) {
      const parsed = await input.parse.safeParseAsync(args)
      if (!parsed.success) return failure(`Invalid arguments: ${describeIssues(parsed.error.issues)}`)
      const result = await handler(parsed.data, context)
      return output ? withOutput(output, result) : result
    },
  })
}

async function withOutput(output: ObjectSchema<Shape>, result: ToolResult<unknown>): Promise<ToolResult<unknown>> {
  // Whoever wrote the handler in JavaScript may have returned anything; what is no object is refused further on.
  if (typeof result !== 'object' || result === null || result.isError === true) return result
  const parsed = await output.parse.safeParseAsync(result.structuredContent)
  if (parsed.success) return { ...result, structuredContent: parsed.data }
  return failure(`The tool's structured content does not fit its output schema: ${describeIssues(parsed.error.issues)}`)
}

const Options = z.strictObject({
  annotations: z
    .strictObject({
      title: z.string(),
      readOnlyHint: z.boolean(),
      destructiveHint: z.boolean(),
      idempotentHint: z.boolean(),
      openWorldHint: z.boolean(),
    })
    .partial()
    .optional(),
  outputSchema: z.unknown().optional(),
})

function readAnnotations(options: unknown, where: string): ToolAnnotations | undefined {
  const read = Options.safeParse(options)
  if (!read.success) throw new TypeError(`${where}the options are wrong: ${describeIssues(read.error.issues)}`)
  const { annotations } = read.data
  return annotations && Object.fromEntries(Object.entries(annotations).filter(([, hint]) => hint !== undefined))
}
