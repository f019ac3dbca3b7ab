import { diagnostic } from './diagnostics.js'
import type { AnyBlock, RegistryBlock, RegistryResult } from './harness.js'
import { equalJson } from './json-equality.js'
import type { JsonValue } from './json.js'

// A registry renders content from the value alone, and a value holds no references to stored images. So `execute` keeps
// what the model shall read, and the registry's last hook installs it, if the policies have left the result standing.

const SAMPLE_LENGTH = 64

/** What one execution prepared for its model. */
export interface KeptContent<Ref> {
  readonly value: JsonValue
  /** What the registry renders of the value by itself: text. */
  readonly fallback: readonly RegistryBlock<Ref>[]
  /** The same with images, or with the reasons why there are none. */
  readonly content: readonly RegistryBlock<Ref>[]
}

/**
 * The content that a result shall end with, after all policies; `undefined` leaves it as it is. A result that failed, or
 * whose value a policy replaced, gets nothing. A text that a policy shortened keeps its images; where it cannot be
 * recognised any more, a line says that they were withheld.
 */
export function finalContent<Ref, Block extends AnyBlock>(
  kept: KeptContent<Ref>,
  result: RegistryResult<Block>,
): (Block | RegistryBlock<Ref>)[] | undefined {
  if (result.isError || !equalJson(result.value, kept.value)) return undefined
  const prepared = textOf(kept.fallback)
  const found = textOf(result.content)
  if (found === prepared && result.content.every(isText)) return [...kept.content]
  const images = kept.content.filter((block) => block.type === 'image')
  if (images.length === 0) return undefined
  return [...result.content, ...(survives(prepared, found) ? images : [withheld(images.length)])]
}

// A policy that shortens keeps the beginning or the end; one that replaces the text by a notice keeps neither.
function survives(prepared: string, found: string): boolean {
  return found.includes(prepared.slice(0, SAMPLE_LENGTH)) || found.includes(prepared.slice(-SAMPLE_LENGTH))
}

function withheld(images: number): { type: 'text'; text: string } {
  const what = images === 1 ? 'an image is not shown' : `${images} images are not shown`
  return { type: 'text', text: diagnostic(what, 'a policy withheld the result') }
}

function textOf(blocks: readonly AnyBlock[]): string {
  return blocks.flatMap((block) => (isText(block) ? [block.text] : [])).join('\n')
}

function isText(block: AnyBlock): block is { type: 'text'; text: string } {
  return block.type === 'text' && 'text' in block && typeof block.text === 'string'
}
