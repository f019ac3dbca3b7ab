import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Code } from 'mdast'
import ts from 'typescript'
import { visit } from 'unist-util-visit'

import { textOf } from '../files.js'
import { lineOf, parseMarkdown } from '../markdown/markdown.js'
import type { Problem } from '../problem.js'
import type { Repository } from '../repository.js'
import { programOf } from '../typescript/program.js'

/** Every ```` ```ts ```` block compiles as a module of its own, except the signatures of catalogs. */
export function checkCodeBlocks(repository: Repository): Problem[] {
  const blocks = repository.documents.flatMap((path) => blocksOf(path, repository))
  const byPath = new Map(blocks.map((block) => [block.path, block]))
  const program = programOf([], new Map(blocks.map(({ path, text }) => [path, text])))
  return [...byPath.values()].flatMap((block) => problemsOf(block, program))
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
  visit(parseMarkdown(textOf(join(root, page)) ?? ''), 'code', (node) => {
    if (!isChecked(node)) return
    const line = lineOf(node)
    const name = `${page.replaceAll(/[^A-Za-z0-9]/g, '-')}-${line}.ts`
    blocks.push({ path: join(root, folderOf(page, root), name), text: node.value, page, line })
  })
  return blocks
}

function isChecked({ lang, meta }: Code): boolean {
  return (lang === 'ts' || lang === 'typescript') && !(meta ?? '').split(' ').includes('cordis-catalog')
}

/** The page of a package may import what its examples can; other pages what the package of the documentation can. */
function folderOf(page: string, root: string): string {
  const own = /^packages\/[^/]+/.exec(page)?.[0] ?? 'packages/docs'
  return [`${own}/examples`, own].find((folder) => existsSync(join(root, folder))) ?? ''
}

function problemsOf({ path, page, line }: Block, program: ts.Program): Problem[] {
  const file = program.getSourceFile(path)
  if (file === undefined) return [{ at: `${page}:${line}`, message: 'the code block was not compiled' }]
  const diagnostics = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
  return diagnostics.map(({ start = 0, messageText }) => ({
    // The fence has a line of its own.
    at: `${page}:${line + 1 + file.getLineAndCharacterOfPosition(start).line}`,
    message: `the code block does not compile: ${ts.flattenDiagnosticMessageText(messageText, ' ').replaceAll(/\s+/g, ' ')}`,
  }))
}
