import ts from 'typescript'

import { jsDocText, tagText } from './jsdoc.js'

/** The members of a type that its users may touch, each overload by itself, in the order of the source. */
export function publicMembers(type: ts.Type): ts.Declaration[] {
  return type
    .getProperties()
    .flatMap((property) => seen(property.declarations ?? []))
    .filter((declaration) => isPublic(declaration))
}

/** Neither the implementation behind overloads, nor a setter: its getter speaks for both. */
function seen(declarations: readonly ts.Declaration[]): ts.Declaration[] {
  const methods = declarations.filter((one) => ts.isMethodDeclaration(one))
  const isOverloaded = methods.some(({ body }) => body === undefined)
  const isRead = declarations.some((one) => ts.isGetAccessor(one))
  return declarations.filter((one) => {
    if (ts.isSetAccessor(one)) return !isRead
    return !(isOverloaded && ts.isMethodDeclaration(one) && one.body !== undefined)
  })
}

function isPublic(declaration: ts.Declaration): boolean {
  if (tagText(declaration, 'internal') !== undefined) return false
  const name = ts.getNameOfDeclaration(declaration)
  if (name === undefined || ts.isPrivateIdentifier(name)) return false
  if (ts.isComputedPropertyName(name) && !ts.isStringLiteralLike(name.expression)) return false
  const flags = ts.getCombinedModifierFlags(declaration)
  return (flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) === 0
}

/** The members as an interface, each with its JSDoc: without bodies, whether they come from a class or an interface. */
export function asInterface(name: string, members: readonly ts.Declaration[]): string {
  const texts = members.map((member) => [jsDocText(member), signature(member)].filter((text) => text !== '').join('\n'))
  return `interface ${name} {\n${texts.join('\n\n')}\n}`
}

function signature(member: ts.Declaration): string {
  const text = member.getText()
  const bare = text.slice(0, endOf(member) - member.getStart()).trim()
  return bare.replace(/^(?:(?:public|async|override|declare) +)+/, '').replace(/[;,]$/, '')
}

function endOf(member: ts.Declaration): number {
  if (ts.isMethodDeclaration(member) || ts.isAccessor(member)) return member.body?.getFullStart() ?? member.getEnd()
  if (ts.isPropertyDeclaration(member)) return member.type?.getEnd() ?? member.name.getEnd()
  return member.getEnd()
}

/** Where a declaration stands: the source of a file that was built from one. */
export function sourcePath(declaration: ts.Node): string {
  return declaration.getSourceFile().fileName.replace(/\/dist\/(.*)\.d\.ts$/, '/src/$1.ts')
}
