import { Session } from 'node:inspector/promises'

export interface LoadedModules {
  readonly modules: number
  /** Those of `@modelcontextprotocol/client` and `/sdk`. */
  readonly ofSdk: number
}

/** Counts the files that this process has run, the program's own included. The debugger of V8 knows them all. */
export async function loadedModules(): Promise<LoadedModules> {
  const session = new Session()
  const urls = new Set<string>()
  session.connect()
  session.on('Debugger.scriptParsed', ({ params }) => urls.add(params.url))
  await session.post('Debugger.enable')
  await session.post('Debugger.disable')
  session.disconnect()
  const files = [...urls].filter((url) => url.startsWith('file:') || url.startsWith('/'))
  return { modules: files.length, ofSdk: files.filter((url) => SDK.test(url)).length }
}

const SDK = /[\\/]@modelcontextprotocol[\\/](?:client|sdk)[\\/]dist[\\/]/
