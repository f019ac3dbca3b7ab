import type { Piece } from './piece.js'

/** In UTF-16 units: what is shorter has to be whole. */
const NEVER_CUT = 100
const NEVER_WHOLE = 5_000

/** Where the piece after a link may begin: behind its name, URI and description, in that order. */
export function endOfLink(link: Piece & { readonly kind: 'link' }, text: string, start: number): number[] {
  const uri = wholeOrCut(link.uri)
  const head = link.name === undefined ? uri : `${wholeOrCut(link.name)} \\(${uri}\\)`
  const description = link.description === undefined ? '' : `: ${wholeOrCut(link.description)}`
  const pattern = new RegExp(`Resource link: ${head}${description}(?=\\n|$)`, 'uy')
  pattern.lastIndex = start
  return pattern.test(text) ? [pattern.lastIndex + 1] : []
}

function wholeOrCut(text: string): string {
  if (text.length <= NEVER_CUT) return escaped(text)
  const cut = `${escaped(
    Array.from(text)
      .slice(0, NEVER_CUT / 2)
      .join(''),
  )}[^]{0,${NEVER_WHOLE}}?…`
  return text.length > NEVER_WHOLE ? cut : `(?:${escaped(text)}|${cut})`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
