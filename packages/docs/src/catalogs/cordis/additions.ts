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
  const checker = program.getTypeChecker()
  return {
    checker,
    services: files.flatMap((file) => augmented(file, 'Context')),
    events: files.flatMap((file) => augmented(file, 'Events')),
    provided: files.flatMap((file) => providedIn(file, checker)),
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
  const written = name !== undefined && ts.isComputedPropertyName(name) ? name.expression : name
  const isNamed =
    written !== undefined && (ts.isStringLiteralLike(written) || (written === name && ts.isIdentifier(written)))
  return isNamed ? [{ name: written.text, declaration }] : []
}

function providedIn(file: ts.SourceFile, checker: ts.TypeChecker): Provided[] {
  const found: Provided[] = []
  const look = (node: ts.Node): void => {
    const given = nameGivenBy(node, checker)
    const name = given === undefined ? undefined : textIn(given, checker)
    if (name !== undefined) found.push({ name, at: node })
    node.forEachChild(look)
  }
  look(file)
  return found
}

/** What stands there, or in the constant that is named there. */
function textIn(expression: ts.Expression, checker: ts.TypeChecker): string | undefined {
  if (ts.isStringLiteralLike(expression)) return expression.text
  const type = checker.getTypeAtLocation(expression)
  return type.isStringLiteral() ? type.value : undefined
}

/** Where the name of a service stands, in what provides one or sets it. */
function nameGivenBy(node: ts.Node, checker: ts.TypeChecker): ts.Expression | undefined {
  if (ts.isPropertyDeclaration(node))
    return isProvideField(node) && isInService(node, checker) ? node.initializer : undefined
  if (!ts.isCallExpression(node)) return undefined
  const { expression, arguments: given } = node
  if (expression.kind === ts.SyntaxKind.SuperKeyword) return isInService(node, checker) ? given[1] : undefined
  return isProvide(expression) ? given[0] : undefined
}

/** `ctx.provide('x', …)`, `ctx.reflect.provide('x', …)`, and `set` of the same; other things have a `set` too. */
function isProvide(expression: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(expression)) return false
  const { name, expression: receiver } = expression
  return name.text === 'provide' || (name.text === 'set' && /(?:^|\.)(?:ctx|context|reflect)$/.test(receiver.getText()))
}

/** `static provide = 'x'`, which a class that extends `Service` may have. */
function isProvideField(node: ts.PropertyDeclaration): boolean {
  const isStatic = (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) !== 0
  return isStatic && node.name.getText() === 'provide'
}

function isInService(node: ts.Node, checker: ts.TypeChecker): boolean {
  const owner = ts.findAncestor(node, ts.isClassLike)
  return owner !== undefined && extendsService(owner, checker)
}

/** Whatever it calls its parent, and however far up that is. */
function extendsService({ heritageClauses }: ts.ClassLikeDeclaration, checker: ts.TypeChecker): boolean {
  const parents = (heritageClauses ?? []).flatMap(({ types }) =>
    types.map((type) => checker.getTypeAtLocation(type).getSymbol()),
  )
  return parents.some(
    (parent) =>
      parent?.name === 'Service' ||
      (parent?.declarations ?? []).some((one) => ts.isClassLike(one) && extendsService(one, checker)),
  )
}
