import { plainLine } from '@harness-mcp/result-adapter'

/** How many are told of. */
const MOST = 20
const PATH_BYTES = 128

/**
 * Where an object of this JSON, which is right, has a key more than once: `mcpServers.files`. JSON.parse keeps the last of
 * them and says nothing. Each place once, the first twenty.
 */
export function repeatedKeys(json: string): string[] {
  const open: Level[] = []
  const places = new Set<string>()
  for (const [token, key] of json.matchAll(TOKEN)) {
    if (key !== undefined) note(key, open, places)
    else if (token === '{' || token === '[') open.push({ keys: new Set(), key: '' })
    else if (token === '}' || token === ']') open.pop()
    if (places.size === MOST) break
  }
  return [...places]
}

/** An object or a list that is not over yet. */
interface Level {
  readonly keys: Set<string>
  /** The last one. */
  key: string
}

/** A key, any other string, or a bracket. */
const TOKEN = /("[^"\\\n]*(?:\\.[^"\\\n]*)*")\s*:|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|[{}[\]]/g

function note(quoted: string, open: readonly Level[], places: Set<string>): void {
  const level = open.at(-1)
  if (level === undefined) return
  level.key = String(JSON.parse(quoted))
  if (level.keys.has(level.key)) places.add(plainLine(open.map(({ key }) => key).join('.'), PATH_BYTES))
  level.keys.add(level.key)
}
