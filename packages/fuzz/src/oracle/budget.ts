import type { ModelBlock } from '@harness-mcp/result-adapter'

/**
 * Why a text that was cut to `maxBytes` is not the beginning of the whole; `undefined` when it is. Images have to be all
 * there, and what is missing has to be told to the byte.
 */
export function budgetProblem(
  whole: readonly ModelBlock[],
  shown: readonly ModelBlock[],
  maxBytes: number,
): string | undefined {
  const total = textBytes(whole)
  if (total <= Math.max(0, maxBytes))
    return JSON.stringify(whole) === JSON.stringify(shown) ? undefined : 'a text that fits was changed'
  if (JSON.stringify(images(whole)) !== JSON.stringify(images(shown))) return 'a cut changed the images'
  const at = whole.findIndex((block, index) => block.type === 'text' && !sameText(block, shown[index]))
  const [full, cut] = [whole[at], shown[at]]
  if (full?.type !== 'text' || cut?.type !== 'text') return 'it is not told that text is missing'
  if (shown.slice(at + 1).some(({ type }) => type === 'text')) return 'text goes on behind the cut'
  const before = textBytes(whole.slice(0, at))
  return noticeProblem(full.text, cut.text, { room: maxBytes - before, missing: total - before })
}

function noticeProblem(full: string, cut: string, bytes: { room: number; missing: number }): string | undefined {
  const [, kept = '', missing] = /^(?:([^]*)\n)?\[(\d+) bytes [^\n[\]]*\]$/.exec(cut) ?? []
  const size = Buffer.byteLength(kept)
  if (missing === undefined || !full.startsWith(kept)) return 'a cut text is not the beginning of the whole'
  if (size > Math.max(0, bytes.room)) return 'more text is shown than maxModelBytes allows'
  if (Number(missing) !== bytes.missing - size)
    return `${missing} bytes are told to be missing of ${bytes.missing - size}`
  const character = String.fromCodePoint(full.slice(kept.length).codePointAt(0) ?? 0)
  return size + Buffer.byteLength(character) <= bytes.room ? 'less text is shown than maxModelBytes allows' : undefined
}

function textBytes(blocks: readonly ModelBlock[]): number {
  return blocks.reduce((sum, block) => sum + (block.type === 'text' ? Buffer.byteLength(block.text) : 0), 0)
}

function images(blocks: readonly ModelBlock[]): readonly ModelBlock[] {
  return blocks.filter(({ type }) => type === 'image')
}

function sameText(one: ModelBlock & { type: 'text' }, other: ModelBlock | undefined): boolean {
  return other?.type === 'text' && one.text === other.text
}
