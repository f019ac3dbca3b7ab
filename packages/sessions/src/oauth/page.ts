const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A plain page with one sentence. It loads nothing, runs nothing and cannot be framed. */
export function plainPage(sentence: string): {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
} {
  const text = sentence.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    },
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>harness-mcp</title><p>${text}</p></html>\n`,
  }
}
