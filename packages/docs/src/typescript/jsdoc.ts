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

/** What is missing or wrong in the documentation of a declaration that is called `name`, in words. */
export function undocumented(node: ts.Node, name: string): string[] {
  if (description(node) === '') return [`${name} has no JSDoc`]
  const parameters = parametersOf(node)
  const documented = parameterTags(node)
  const missing = parameters.flatMap((parameter, index) =>
    isDocumented(parameter, documented, index)
      ? []
      : [`the parameter ${nameOf(parameter, index)} of ${name} is not documented`],
  )
  return [...missing, ...(parameters.length === 0 ? [] : superfluous(parameters, documented, name))]
}

/** Tags of parameters that were renamed or removed. One that is taken apart may be called anything. */
function superfluous(
  parameters: readonly ts.ParameterDeclaration[],
  tags: readonly ts.JSDocParameterTag[],
  name: string,
): string[] {
  const names = tags.map((tag) => tag.name.getText())
  return names
    .filter((one) => !parameters.some((parameter) => parameter.name.getText() === one))
    .filter(
      (_, index) => parameters.every((parameter) => ts.isIdentifier(parameter.name)) || index >= parameters.length,
    )
    .map((one) => `the JSDoc of ${name} is about a parameter \`${one}\`, which it does not have`)
}

function parametersOf(node: ts.Node): readonly ts.ParameterDeclaration[] {
  return callableOf(node)?.parameters.filter(({ name }) => name.getText() !== 'this') ?? []
}

/** What is called: the declaration itself, or the function that a constant, a member or a type alias stands for. */
function callableOf(node: ts.Node): ts.SignatureDeclaration | undefined {
  if (ts.isFunctionLike(node)) return node
  if (ts.isTypeAliasDeclaration(node) || ts.isPropertySignature(node)) return functionIn(node.type)
  if (!ts.isVariableDeclaration(node) && !ts.isPropertyDeclaration(node)) return undefined
  return functionIn(node.type) ?? functionIn(node.initializer)
}

/** `(a: string) => void`, also where it is optional: `((a: string) => void) | undefined`. */
function functionIn(node: ts.Node | undefined): ts.SignatureDeclaration | undefined {
  if (node === undefined) return undefined
  if (ts.isFunctionLike(node)) return node
  if (ts.isParenthesizedTypeNode(node)) return functionIn(node.type)
  if (!ts.isUnionTypeNode(node)) return undefined
  return node.types.map((type) => functionIn(type)).find((type) => type !== undefined)
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
