import { join } from 'node:path'

import ts from 'typescript'

import type { Repository } from '../../repository.js'
import { programOf } from '../../typescript/program.js'

/** What the published packages add to a Cordis context, and what reading it took. */
export interface Additions {
  readonly checker: ts.TypeChecker
  readonly services: readonly Declared[]
  readonly events: readonly Declared[]
  /** What is put into contexts at run time, whether it is declared or not. */
  readonly provided: readonly Provided[]
}

/** One member of an augmented interface. */
export interface Declared {
  readonly name: string
  readonly declaration: ts.TypeElement
}

export interface Provided {
  readonly name: string
  readonly at: ts.Node
}

const CORDIS = '@deepseek-ai/cordis'

/** Reads the augmentations of `Context` and `Events`, and what provides services. Nothing is run. */
export function readAdditions({ root, packages }: Repository): Additions {
  const paths = packages.flatMap(({ published, sources }) => (published ? sources : [])).map((path) => join(root, path))
  const program = programOf(paths)
  const files = paths.flatMap((path) => program.getSourceFile(path) ?? [])
  return {
    checker: program.getTypeChecker(),
    services: files.flatMap((file) => augmented(file, 'Context')),
    events: files.flatMap((file) => augmented(file, 'Events')),
    provided: files.flatMap((file) => providedIn(file)),
  }
}

function augmented(file: ts.SourceFile, of: string): Declared[] {
  return file.statements
    .filter((statement) => ts.isModuleDeclaration(statement))
    .filter(({ name }) => name.text === CORDIS)
    .flatMap(({ body }) => (body !== undefined && ts.isModuleBlock(body) ? [...body.statements] : []))
    .filter((statement) => ts.isInterfaceDeclaration(statement))
    .filter(({ name }) => name.text === of)
    .flatMap(({ members }) => members.flatMap((declaration) => namedMember(declaration)))
}

function namedMember(declaration: ts.TypeElement): Declared[] {
  const { name } = declaration
  const isNamed = name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name))
  return isNamed ? [{ name: name.text, declaration }] : []
}

function providedIn(file: ts.SourceFile): Provided[] {
  const found: Provided[] = []
  const look = (node: ts.Node): void => {
    const name = ts.isCallExpression(node) ? providedBy(node) : undefined
    if (name !== undefined) found.push({ name, at: node })
    node.forEachChild(look)
  }
  look(file)
  return found
}

/** `ctx.provide('x', …)`, `ctx.reflect.provide('x', …)`, and `super(ctx, 'x')` in a class that extends `Service`. */
function providedBy({ expression, arguments: given }: ts.CallExpression): string | undefined {
  const isProvide = ts.isPropertyAccessExpression(expression) && expression.name.text === 'provide'
  const isService = expression.kind === ts.SyntaxKind.SuperKeyword && isInService(expression)
  const name = isProvide ? given[0] : isService ? given[1] : undefined
  return name !== undefined && ts.isStringLiteralLike(name) ? name.text : undefined
}

function isInService(node: ts.Node): boolean {
  const owner = ts.findAncestor(node, ts.isClassLike)
  return (
    owner?.heritageClauses?.some(({ types }) => types.some((type) => /\bService\b/.test(type.expression.getText()))) ??
    false
  )
}
