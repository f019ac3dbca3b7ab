import ts from 'typescript'

/** The JSDoc of a declaration as it stands in its source, without the indentation; '' when there is none. */
export function jsDocText(node: ts.Node): string {
  const doc = ts.getJSDocCommentsAndTags(node).findLast((found) => ts.isJSDoc(found))
  if (doc === undefined) return ''
  const [first = '', ...rest] = doc.getText().split('\n')
  return [first.trim(), ...rest.map((line) => ` ${line.trim()}`)].join('\n')
}

/** What the JSDoc says before its tags, on one line; '' when it says nothing. */
export function description(node: ts.Node): string {
  const doc = ts.getJSDocCommentsAndTags(node).findLast((found) => ts.isJSDoc(found))
  return (ts.getTextOfJSDocComment(doc?.comment) ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** The text of a tag; `undefined` when the tag is missing. */
export function tagText(node: ts.Node, name: string): string | undefined {
  const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === name)
  return tag === undefined ? undefined : (ts.getTextOfJSDocComment(tag.comment) ?? '').trim()
}

/** What is missing in the documentation of a declaration that is called `name`, in words. */
export function undocumented(node: ts.Node, name: string): string[] {
  if (jsDocText(node) === '' || (description(node) === '' && ts.getJSDocTags(node).length === 0)) {
    return [`${name} has no JSDoc`]
  }
  const documented = parameterTags(node)
  return parametersOf(node).flatMap((parameter, index) =>
    isDocumented(parameter, documented, index)
      ? []
      : [`the parameter ${nameOf(parameter, index)} of ${name} is not documented`],
  )
}

function parametersOf(node: ts.Node): readonly ts.ParameterDeclaration[] {
  return callableOf(node)?.parameters.filter(({ name }) => name.getText() !== 'this') ?? []
}

/** What is called: the declaration itself, or the function that a constant or a type alias stands for. */
function callableOf(node: ts.Node): ts.SignatureDeclaration | undefined {
  if (ts.isFunctionLike(node)) return node
  if (ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isFunctionLike(node.initializer)) {
    return node.initializer
  }
  if (ts.isTypeAliasDeclaration(node) && ts.isFunctionTypeNode(node.type)) return node.type
  return undefined
}

/** One for each parameter, in their order. Tags such as `options.signal` are about a part of one. */
function parameterTags(node: ts.Node): ts.JSDocParameterTag[] {
  return ts
    .getJSDocTags(node)
    .filter((tag) => ts.isJSDocParameterTag(tag))
    .filter(({ name }) => ts.isIdentifier(name))
}

/** A parameter that is taken apart has no name: its place decides. */
function isDocumented(
  { name }: ts.ParameterDeclaration,
  tags: readonly ts.JSDocParameterTag[],
  index: number,
): boolean {
  const tag = ts.isIdentifier(name) ? tags.find((one) => one.name.getText() === name.text) : tags[index]
  return tag !== undefined && (ts.getTextOfJSDocComment(tag.comment) ?? '').trim() !== ''
}

function nameOf({ name }: ts.ParameterDeclaration, index: number): string {
  return ts.isIdentifier(name) ? `\`${name.text}\`` : `number ${index + 1}`
}
