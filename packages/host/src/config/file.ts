import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'

import { entryListSchema } from '@deepseek-ai/cordis-plugin-include'
import { load, YAMLException } from 'js-yaml'

import { messageOf, misuse } from '../host-error.js'

const EXTENSIONS = ['.yml', '.yaml', '.json']

/** What a configuration file holds, in the dialect of the published Include. Refuses a file that cannot be read. */
export async function readConfigFile(file: string): Promise<unknown> {
  if (!EXTENSIONS.includes(extname(file))) {
    throw misuse(`${file}: a configuration file ends in ${EXTENSIONS.join(', ')}.`)
  }
  const text = await readText(file)
  return extname(file) === '.json' ? parseJson(file, text) : parseYaml(file, text)
}

/** The text of a configuration file. Refuses a file that is not there, or cannot be read. */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (missing)
      throw misuse(`${file}: there is no such file. Name the configuration with --config FILE or --mcp-config FILE.`)
    throw misuse(`${file}: the file cannot be read: ${messageOf(error)}.`)
  }
}

function parseYaml(file: string, text: string): unknown {
  try {
    return load(text, { schema: entryListSchema })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    // The types promise a mark; a file of two documents has none.
    const mark: YAMLException['mark'] | undefined = error.mark
    const place = mark === undefined ? file : `${file}:${mark.line + 1}:${mark.column + 1}`
    throw misuse(`${place}: not valid YAML: ${error.reason}.`)
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw misuse(`${file}: not valid JSON: ${messageOf(error)}.`)
  }
}
