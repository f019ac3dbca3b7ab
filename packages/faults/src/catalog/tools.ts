/** A tool that nothing is wrong with. */
export function tool(name: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { name, description: `Does ${name}.`, inputSchema: { type: 'object', properties: {} }, ...more }
}

/** One page of `tools/list`. */
export function page(names: readonly string[], nextCursor?: unknown): Record<string, unknown> {
  return { tools: names.map((name) => tool(name)), ...(nextCursor !== undefined && { nextCursor }) }
}

/** A whole list of these tools. */
export function list(...tools: readonly unknown[]): readonly unknown[] {
  return [{ tools }]
}
