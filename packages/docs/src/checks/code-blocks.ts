import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Code } from 'mdast'
import ts from 'typescript'
import { visit } from 'unist-util-visit'

import { textOf } from '../files.js'
import { lineOf, parseMarkdown } from '../markdown/markdown.js'
import { hasMarker } from '../markdown/region.js'
import type { Problem } from '../problem.js'
import type { Repository } from '../repository.js'
import { undeclaredImports } from '../typescript/imports.js'
import { programOf } from '../typescript/program.js'

/** What a reader may have: the strictest options, or `strict` alone, under which other things are refused. */
const READERS = [{}, { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false }]

/** Every ```` ```ts ```` block compiles for every reader as a module of its own, except the signatures of catalogs. */
export function checkCodeBlocks(repository: Repository): Problem[] {
  const blocks = repository.documents.flatMap((path) => blocksOf(path, repository))
  const byPath = new Map(blocks.map((block) => [block.path, block]))
  const texts = new Map(blocks.map(({ path, text }) => [path, text]))
  const programs = READERS.map((options) => programOf([], texts, options))
  return [...byPath.values()].flatMap((block) => {
    const found = programs.map((program) => problemsOf(block, program, repository.root))
    return found.find(({ length }) => length > 0) ?? [] // most problems are the same for every reader
  })
}

interface Block {
  /** Where the compiler looks for it: what it imports is found from there. */
  readonly path: string
  readonly text: string
  readonly page: string
  readonly line: number
}

function blocksOf(page: string, { root }: Repository): Block[] {
  const blocks: Block[] = []
  const text = textOf(join(root, page)) ?? ''
  visit(parseMarkdown(text), 'code', (node) => {
    const ending = ENDINGS.get(node.lang?.toLowerCase() ?? '')
    if (ending === undefined || (isSignature(node) && hasMarker(text))) return
    const line = lineOf(node)
    const name = `${page.replaceAll(/[^A-Za-z0-9]/g, '-')}-${line}${ending}`
    blocks.push({ path: join(root, folderOf(page, root), name), text: node.value, page, line })
  })
  return blocks
}

/** What TypeScript is called in a fence, and the file that it would be in. */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['ts', '.ts'],
  ['typescript', '.ts'],
  ['mts', '.ts'],
  ['cts', '.ts'],
  ['tsx', '.tsx'],
])

/** Generated pages alone have these: anywhere else the words would only hide a block from the compiler. */
function isSignature({ meta }: Code): boolean {
  return (meta ?? '').split(' ').includes('cordis-catalog')
}

/** The page of a package may import what its examples can; other pages what the package of the documentation can. */
function folderOf(page: string, root: string): string {
  const own = packageOf(page)
  return [`${own}/examples`, own].find((folder) => existsSync(join(root, folder))) ?? ''
}

function packageOf(page: string): string {
  return /^packages\/[^/]+/.exec(page)?.[0] ?? 'packages/docs'
}

function problemsOf({ path, page, line, text }: Block, program: ts.Program, root: string): Problem[] {
  const file = program.getSourceFile(path)
  if (file === undefined) return [{ at: `${page}:${line}`, message: 'the code block was not compiled' }]
  const diagnostics = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
  const problems = diagnostics.map(({ start = 0, messageText }) => ({
    // The fence has a line of its own.
    at: `${page}:${line + 1 + file.getLineAndCharacterOfPosition(start).line}`,
    message: `the code block does not compile: ${ts.flattenDiagnosticMessageText(messageText, ' ').replaceAll(/\s+/g, ' ')}`,
  }))
  // What cannot be found was just told.
  if (problems.length > 0) return problems
  const manifest = `${packageOf(page)}/package.json`
  return undeclaredImports(text, textOf(join(root, manifest))).map((name) => ({
    at: `${page}:${line}`,
    message: `the code block imports ${name}, which ${manifest} does not declare`,
  }))
}
