/** A text after its variables were filled in, or the placeholders that could not be. */
export type Expanded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly missing: string[] }

export type Variables = Readonly<Record<string, string | undefined>>

/** A placeholder, which may have others in its default. Bounded, so that no text makes it look back without end. */
const PLACEHOLDER = /\$\{((?:[^{}]|\$\{[^{}]{0,4096}\}){0,4096})\}/g
/** `${NAME}`, `${NAME:-default}` (Claude Code) and `${env:NAME}` (VS Code, Cursor, Windsurf). */
const VARIABLE = /^(?:env:)?([^:]+)(?::-(.*))?$/s

/** Fills in the variables of a text. What a variable holds is not looked at again. */
export function expand(text: string, variables: Variables): Expanded {
  const missing: string[] = []
  const filled = text.replace(PLACEHOLDER, (placeholder, inner: string) => {
    const found = valueOf(inner, variables)
    if (found === undefined) missing.push(placeholder)
    else if (!found.ok) missing.push(...found.missing)
    return found?.ok ? found.text : placeholder
  })
  return missing.length === 0 ? { ok: true, text: filled } : { ok: false, missing }
}

function valueOf(inner: string, variables: Variables): Expanded | undefined {
  const [, name, byDefault] = VARIABLE.exec(inner) ?? []
  const value = name !== undefined && Object.hasOwn(variables, name) ? variables[name] : undefined
  // As a shell reads `:-`: an empty variable counts as missing, and the default is looked at only then.
  if (byDefault !== undefined && !value) return expand(byDefault, variables)
  return value === undefined ? undefined : { ok: true, text: value }
}

/** The placeholders of a text. */
export function placeholdersIn(text: string): string[] {
  return text.match(PLACEHOLDER) ?? []
}
