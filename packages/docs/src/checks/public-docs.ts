import { join, relative } from 'node:path'

import ts from 'typescript'

import type { Problem } from '../problem.js'
import type { Package, Repository } from '../repository.js'
import { undocumented } from '../typescript/jsdoc.js'
import { publicMembers } from '../typescript/members.js'
import { programOf } from '../typescript/program.js'

/** Everything that a published package exports has JSDoc, with its members and their parameters. */
export function checkPublicDocs({ root, packages }: Repository): Problem[] {
  const published = packages.filter((one) => one.published)
  const program = programOf(published.flatMap(({ entries }) => entries.map((path) => join(root, path))))
  return published.flatMap((one) => problemsOf(one, { program, root }))
}

interface Reading {
  readonly program: ts.Program
  readonly root: string
}

function problemsOf({ folder, entries }: Package, { program, root }: Reading): Problem[] {
  const checker = program.getTypeChecker()
  const declarations = entries
    .flatMap((path) => program.getSourceFile(join(root, path)) ?? [])
    .flatMap((file) => checker.getSymbolAtLocation(file) ?? [])
    .flatMap((module) => checker.getExportsOfModule(module))
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    .flatMap((symbol) => symbol.declarations ?? [])
  // What another package declares is checked there.
  const own = [...new Set(declarations)]
    .filter((node) => pathFrom(root, node).startsWith(`${folder}/src/`))
    // What is added to the module of another package is no declaration of its own: the catalog is about it.
    .filter((node) => ts.findAncestor(node, ts.isModuleDeclaration) === undefined)
  return own.flatMap((node) => declarationProblems(node, { checker, root }))
}

interface Place {
  readonly checker: ts.TypeChecker
  readonly root: string
}

function declarationProblems(node: ts.Declaration, { checker, root }: Place): Problem[] {
  const name = nameOf(node)
  const at = pathFrom(root, node)
  const messages = [...(isBody(node) ? [] : undocumented(node, name)), ...memberMessages(node, name, checker)]
  return messages.map((message) => ({ at, message }))
}

/** The implementation behind overloads, which nobody sees. */
function isBody(node: ts.Declaration): boolean {
  return ts.isFunctionDeclaration(node) && node.body !== undefined && hasOverloads(node)
}

function hasOverloads({ name, parent }: ts.FunctionDeclaration): boolean {
  const statements = ts.isSourceFile(parent) ? [...parent.statements] : []
  const functions = statements.filter((statement) => ts.isFunctionDeclaration(statement))
  return functions.filter((other) => other.name?.text === name?.text).length > 1
}

function memberMessages(node: ts.Declaration, name: string, checker: ts.TypeChecker): string[] {
  return membersOf(node, checker)
    .filter((member) => member.parent === (ts.isTypeAliasDeclaration(node) ? node.type : node))
    .flatMap((member) => undocumented(member, `${name}.${nameOf(member)}`))
}

function membersOf(node: ts.Declaration, checker: ts.TypeChecker): ts.Declaration[] {
  if (ts.isInterfaceDeclaration(node)) return publicMembers(checker.getTypeAtLocation(node))
  if (ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type))
    return publicMembers(checker.getTypeAtLocation(node))
  if (!ts.isClassDeclaration(node) || node.name === undefined) return []
  const itself = checker.getSymbolAtLocation(node.name)
  const ofClass = itself === undefined ? [] : publicMembers(checker.getTypeOfSymbol(itself))
  return [...publicMembers(checker.getTypeAtLocation(node)), ...ofClass, ...constructors(node)]
}

/** Those that somebody gives something to. */
function constructors(node: ts.ClassDeclaration): ts.Declaration[] {
  const all = node.members.filter((member) => ts.isConstructorDeclaration(member))
  return (all.length > 1 ? all.filter(({ body }) => body === undefined) : all).filter(
    (one) =>
      one.parameters.length > 0 &&
      (ts.getCombinedModifierFlags(one) & ts.ModifierFlags.NonPublicAccessibilityModifier) === 0,
  )
}

function nameOf(node: ts.Declaration): string {
  if (ts.isConstructorDeclaration(node)) return 'constructor'
  return ts.getNameOfDeclaration(node)?.getText() ?? 'default'
}

function pathFrom(root: string, node: ts.Node): string {
  return relative(root, node.getSourceFile().fileName).replaceAll('\\', '/')
}
