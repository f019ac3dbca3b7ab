import { relative } from 'node:path'
import ts from 'typescript'

import type { Problem } from '../../problem.js'
import { description, tagText, undocumented } from '../../typescript/jsdoc.js'
import { asInterface, publicMembers, sourcePath } from '../../typescript/members.js'
import type { Additions, Declared } from './additions.js'

/** What a page says about one service or event. */
export interface Entry {
  readonly name: string
  readonly heading: string
  readonly description: string
  /** Of events: how they are dispatched. */
  readonly mode?: string
  /** The source file, from the root of the repository. */
  readonly source: string
  readonly signatures: string
  readonly problems: readonly Problem[]
}

export const MODES: ReadonlySet<string> = new Set(['emit', 'parallel', 'serial', 'bail', 'waterfall'])

/** Everything that pages can claim, by name. */
export function entriesOf(additions: Additions, root: string): Entry[] {
  const services = additions.services.map((service) => serviceEntry(service, additions.checker, root))
  return [...services, ...additions.events.map((event) => eventEntry(event, root))]
}

function serviceEntry({ name, declaration }: Declared, checker: ts.TypeChecker, root: string): Entry {
  const type = checker.getTypeAtLocation(declaration)
  const shape = (type.aliasSymbol ?? type.getSymbol())?.declarations?.[0] ?? declaration
  const members = publicMembers(type).filter((member) => isOurs(member, root))
  const heading = `ctx.${name}`
  const at = pathFrom(root, shape)
  const missing = members.flatMap((member) => undocumented(member, `${heading}.${nameOf(member)}`))
  return {
    name,
    heading,
    description: description(declaration),
    source: at,
    signatures:
      members.length === 0 ? asInterface('Context', [declaration]) : asInterface(checker.typeToString(type), members),
    problems: [
      ...undocumented(declaration, heading).map((message) => ({ at: pathFrom(root, declaration), message })),
      ...missing.map((message) => ({ at, message })),
    ],
  }
}

function eventEntry({ name, declaration }: Declared, root: string): Entry {
  const at = pathFrom(root, declaration)
  const mode = tagText(declaration, 'mode')
  const modes = [...MODES].join(', ')
  const problem = mode !== undefined && MODES.has(mode) ? [] : [`the event ${name} has no @mode of ${modes}`]
  return {
    name,
    heading: name,
    description: description(declaration),
    ...(mode !== undefined && { mode }),
    source: at,
    signatures: asInterface('Events', [declaration]),
    problems: [...undocumented(declaration, `the event ${name}`), ...problem].map((message) => ({ at, message })),
  }
}

/** Not what a service inherits from a library. */
function isOurs(member: ts.Node, root: string): boolean {
  const path = pathFrom(root, member)
  return path.startsWith('packages/') && !path.includes('/node_modules/')
}

function pathFrom(root: string, node: ts.Node): string {
  return relative(root, sourcePath(node)).replaceAll('\\', '/')
}

function nameOf(member: ts.Declaration): string {
  return ts.getNameOfDeclaration(member)?.getText() ?? ''
}
