import { cpus } from 'node:os'

import type { Finding, Language } from '../finding.js'
import { versionOf } from '../versions.js'
import { missed } from './missed.js'
import { table } from './table.js'
import { notesOf, wording } from './wording.js'

const COMPARED = ['@modelcontextprotocol/client', '@ai-sdk/mcp', '@langchain/mcp-adapters', '@modelcontextprotocol/sdk']

export interface PageOptions {
  readonly quick: boolean
  readonly language: Language
}

/** The whole page, for `docs/benchmarks.md` or `docs/benchmarks.zh.md`. */
export function page(findings: readonly Finding[], { quick, language }: PageOptions): string {
  const text = wording[language]
  const misses = missed(findings, language)
  const notes = findings
    .filter((finding) => finding.notes.length > 0)
    .map((finding) => `${finding.title}${text.colon}${notesOf(finding, language)}`)
  return [
    `# ${text.title}`,
    text.link,
    text.intro(quick),
    list(text.contenders),
    text.measured(COMPARED.map((name) => `\`${name}\` ${versionOf(name)}`).join(', '), machine()),
    `![${text.chart}](benchmarks.svg)`,
    table(findings),
    `## ${text.notes}`,
    list(notes),
    `## ${text.missed}`,
    misses.length === 0 ? text.none : list(misses),
    '',
  ].join('\n\n')
}

function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown'
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} × ${model}`
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}
