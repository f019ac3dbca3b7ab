import { arrange } from './arrange.js'
import { diagnostic } from './diagnostics.js'
import { imageIsNotShown, type EncodedImage } from './images.js'
import type { McpOutcome, ModelBlock } from './outcome.js'
import type { Part } from './parts.js'
import { readResult } from './read-result.js'

/** How a result shall be read. */
export interface ProjectOptions {
  /** The tool's declared output schema; checked when the result is a success. */
  outputSchema?: unknown
  /** Whether the model takes images. Default true; with false each becomes a diagnostic. */
  images?: boolean | undefined
  /** The most text that the model shall read, in bytes of UTF-8; images do not count. Default: no limit. */
  maxModelBytes?: number | undefined
}

/**
 * What an MCP tool returned, for programs (`value`) and for a model (`content`). Total: any value in, an outcome out. A
 * result that is no object, an `isError` result and a success that misses its output schema are failures with a readable
 * text; a block that is no good costs that block alone. The rules for blocks follow the MCP specification 2025-11-25,
 * server/tools.
 *
 * @param raw - the result as it came.
 * @param options - how it shall be read.
 *
 * @example
 * ```ts
 * import { projectResult } from '@harness-mcp/result-adapter'
 *
 * const outcome = projectResult({ content: [{ type: 'text', text: 'sunny' }], structuredContent: { celsius: 21 } })
 * // outcome.content: [{ type: 'text', text: 'sunny\n{"celsius":21}' }]
 * // outcome.value:   { content: [{ type: 'text', text: 'sunny' }], structuredContent: { celsius: 21 } }
 * ```
 */
export function projectResult(raw: unknown, options: ProjectOptions = {}): McpOutcome {
  const { parts, code, value } = readResult(raw, options.outputSchema)
  const images = options.images ?? true
  const content = arrange(
    parts.map((part) => modelPart(part, images)),
    options.maxModelBytes,
  )
  return {
    isError: code !== undefined,
    ...(code === undefined ? {} : { code }),
    content,
    ...(value === undefined ? {} : { value }),
  }
}

function modelPart(part: Part<EncodedImage>, images: boolean): Part<ModelBlock & { type: 'image' }> {
  if (part.kind !== 'image') return part
  const { image } = part
  if (images) return { kind: 'image', image: { type: 'image', mediaType: image.mediaType, data: image.data } }
  return { kind: 'diagnostic', line: () => diagnostic(imageIsNotShown(image), 'the model takes no images') }
}
