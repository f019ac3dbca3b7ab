/** A text after its variables were filled in, or the placeholders that could not be. */
export type Expanded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly missing: string[] }

const PLACEHOLDER = /\$\{([^{}]*)\}/g
/** `${NAME}`, `${NAME:-default}` (Claude Code) and `${env:NAME}` (VS Code, Cursor, Windsurf). */
const VARIABLE = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s

/** Fills in the variables of a text. What a variable holds is not looked at again. */
export function expand(text: string, variables: Readonly<Record<string, string | undefined>>): Expanded {
  const missing: string[] = []
  const filled = text.replace(PLACEHOLDER, (placeholder, inner: string) => {
    const [, name, byDefault] = VARIABLE.exec(inner) ?? []
    const value = name !== undefined && Object.hasOwn(variables, name) ? variables[name] : undefined
    // As a shell reads `:-`: an empty variable counts as missing.
    const found = byDefault === undefined ? value : value || byDefault
    if (found === undefined) missing.push(placeholder)
    return found ?? placeholder
  })
  return missing.length === 0 ? { ok: true, text: filled } : { ok: false, missing }
}

/** The placeholders of a text. */
export function placeholdersIn(text: string): string[] {
  return text.match(PLACEHOLDER) ?? []
}
