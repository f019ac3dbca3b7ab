import { fence } from '../../markdown/markdown.js'
import type { Block, Example } from './examples.js'
import type { Words } from './words.js'

/** One example as it stands on the page. */
export function exampleText({ title, raw, options, code, content, value, registry }: Example, words: Words): string {
  return [
    `**${title}**${options === undefined ? '' : words.with(optionsText(options, words))}`,
    words.result,
    fence('json', layout(raw)),
    code === undefined ? words.modelReads : words.failure(code),
    fence('text', content.map((block) => blockText(block)).join('\n')),
    ...(registry === undefined
      ? []
      : [words.inRegistry, fence('text', registry.map((block) => blockText(block)).join('\n'))]),
    ...valueText(value, { raw, words }),
  ].join('\n\n')
}

function valueText(value: unknown, { raw, words }: { readonly raw: unknown; readonly words: Words }): string[] {
  if (value === undefined) return [words.noValue]
  if (value === 'as sent') return [hasStructured(raw) ? words.bothAsSent : words.contentAsSent]
  return [words.programsGet, fence('json', layout(value))]
}

function hasStructured(raw: unknown): boolean {
  return typeof raw === 'object' && raw !== null && 'structuredContent' in raw
}

/** What fits stands on one line; `JSON.stringify` gives each value its own. */
function layout(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const members = Object.entries(value).map(
    ([key, member]) => `${isList ? '' : `${JSON.stringify(key)}: `}${layout(member, `${indent}  `)}`,
  )
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }']
  const line = members.length === 0 ? (isList ? '[]' : '{}') : `${open}${members.join(', ')}${close}`
  if (!line.includes('\n') && indent.length + line.length < 100) return line
  return `${open.trim()}\n${members.map((member) => `${indent}  ${member}`).join(',\n')}\n${indent}${close.trim()}`
}

function optionsText(options: Readonly<Record<string, unknown>>, { and }: Words): string {
  return Object.entries(options)
    .map(([name, value]) => `\`${name}: ${JSON.stringify(value)}\``)
    .join(and)
}

/** What is in angle brackets is no text. */
function blockText(block: Block): string {
  if (block.type === 'text') return block.text
  return 'attachment' in block ? `<image: ${block.attachment}>` : `<image: ${block.mediaType}>`
}
