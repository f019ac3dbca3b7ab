import type { ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import { plainText } from '@harness-mcp/result-adapter'

import type { Harness } from '../harness/harness.js'

type Block = ToolExecutionResult['content'][number]

/** The result of a call for programs: what the model reads, the canonical value, and where images are. */
export function resultJson(harness: Harness, result: ToolExecutionResult): Record<string, unknown> {
  return {
    isError: result.isError,
    content: result.content.map((block) =>
      block.type === 'image' ? { ...block, path: harness.pathOf(block.attachment) } : block,
    ),
    ...(result.isError ? { error: result.error } : { value: result.value }),
  }
}

/** The result of a call as the model reads it. In place of an image stands where it is stored. */
export function describeResult(harness: Harness, { content }: ToolExecutionResult): string {
  return content.map((block) => describeBlock(harness, block)).join('\n')
}

/** More than a terminal can scroll back to. `--json` has no limit. */
const SHOWN_BYTES = 8 * 1_024 * 1_024

function describeBlock(harness: Harness, block: Block): string {
  switch (block.type) {
    case 'text':
      return plainText(block.text, SHOWN_BYTES)
    case 'image': {
      const { mediaType, width, height, bytes } = block.attachment
      return `[${mediaType}, ${width}×${height} pixels, ${bytes} bytes, stored as ${harness.pathOf(block.attachment)}]`
    }
    default:
      return `[${block.type}]`
  }
}
