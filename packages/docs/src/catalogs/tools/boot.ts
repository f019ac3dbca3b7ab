import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { scripted } from '@harness-mcp/lab'
import { z } from 'zod'

const run = promisify(execFile)

const toolSchema = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  tokens: z.int(),
})
const answerSchema = z.object({
  tokenMethod: z.string(),
  servers: z.array(z.object({ server: z.string().nullable(), tokens: z.int(), tools: z.array(toolSchema) })),
})

export type SeenTool = z.output<typeof toolSchema>

/** What a model is told by a running harness. */
export interface Seen {
  readonly tools: readonly SeenTool[]
  readonly tokens: number
  readonly tokenMethod: string
}

/** Starts the host with one server that has documents and no tools, and asks it what a model sees. */
export async function bootHarness(): Promise<Seen> {
  const folder = await mkdtemp(join(tmpdir(), 'harness-mcp-docs-'))
  try {
    const config = { serverName: 'docs', transport: 'stdio', ...scripted('--no-tools') }
    // JSON is YAML.
    const file = join(folder, 'cordis.yml')
    await writeFile(file, JSON.stringify([{ id: 'mcp-docs', name: '@harness-mcp/client', config }]))
    const main = join(dirname(createRequire(import.meta.url).resolve('@harness-mcp/host/package.json')), 'dist/main.js')
    const args = ['--expose-internals', main, 'tools', '--json', '--no-color', '--config', file, '--data', folder]
    const { stdout } = await run(process.execPath, args, { timeout: 60_000 })
    return sharedTools(answerSchema.parse(JSON.parse(stdout)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function sharedTools({ servers, tokenMethod }: z.output<typeof answerSchema>): Seen {
  const shared = servers.find(({ server }) => server === null)
  if (shared === undefined) throw new Error('the harness declares no shared tools')
  return { tools: shared.tools, tokens: shared.tokens, tokenMethod }
}
