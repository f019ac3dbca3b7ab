import { basename } from 'node:path'

import ts from 'typescript'

import { fence } from '../../markdown/markdown.js'
import { asInterface, publicMembers } from '../../typescript/members.js'
import type { Additions } from './additions.js'
import { withNotice } from './region.js'

/** What a context has before any package adds to it, by the room of Cordis that it comes from. */
export function inheritedText({ checker, services, events }: Additions): string | undefined {
  const [added] = [...services, ...events]
  const context = added === undefined ? undefined : contextOf(added.declaration, checker)
  if (context === undefined) return undefined
  const members = ownMembers(context)
  const rooms = [...new Set(members.map((member) => roomOf(member)))]
  const parts = rooms.flatMap((room) => [
    `### \`${room}\``,
    fence(
      'ts cordis-catalog',
      asInterface(
        'Context',
        members.filter((member) => roomOf(member) === room),
      ),
    ),
  ])
  return withNotice(parts.join('\n\n'))
}

/** The type that is augmented: `Context` of the module in whose name the declaration stands. */
function contextOf(declaration: ts.Node, checker: ts.TypeChecker): ts.Type | undefined {
  const augmentation = ts.findAncestor(declaration, ts.isModuleDeclaration)
  const module = augmentation && checker.getSymbolAtLocation(augmentation.name)
  const context = module && checker.getExportsOfModule(module).find(({ name }) => name === 'Context')
  if (context === undefined) return undefined
  const symbol = context.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(context) : context
  return checker.getDeclaredTypeOfSymbol(symbol)
}

function ownMembers(context: ts.Type): ts.Declaration[] {
  return publicMembers(context).filter((member) => member.getSourceFile().fileName.includes('/cordis/lib/'))
}

function roomOf(member: ts.Node): string {
  return basename(member.getSourceFile().fileName, '.d.ts')
}
