import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { freePort } from '@harness-mcp/lab'

import { npmrc, shell } from './npm.js'
import { pack } from './pack.js'

const run = promisify(execFile)

/** A registry of this machine that holds packages of ours and nothing else. */
export interface Registry {
  readonly url: string
  /** Packs each of these workspace folders and publishes the file, as a release would. */
  publish(folders: readonly string[]): Promise<void>
  close(): Promise<void>
}

/**
 * Starts Verdaccio on a free port of 127.0.0.1, with an empty storage that goes when it is closed. It asks no other
 * registry: npm takes only our scope from it, and everything else from where the user takes it, through the user's cache.
 * It ends with this process, however that ends.
 *
 * @param nextPort Where it listens: asked again when another process was faster.
 */
export async function startRegistry(nextPort: () => Promise<number> = freePort): Promise<Registry> {
  const folder = await mkdtemp(join(tmpdir(), 'harness-mcp-registry-'))
  const removeFolder = (): Promise<void> => rm(folder, { recursive: true, force: true })
  await writeFile(join(folder, 'config.yaml'), JSON.stringify(configuration(folder)))
  const { server, url } = await start(folder, nextPort).catch(async (error: unknown) => {
    await removeFolder()
    throw error
  })
  await writeFile(join(folder, '.npmrc'), npmrc(url))
  return {
    url,
    publish: async (folders) => void (await Promise.all(folders.map((name) => publish(name, folder)))),
    close: async () => {
      await end(server)
      await removeFolder()
    },
  }
}

/** JSON is YAML. Whoever can reach the port may publish: it is open on this machine alone, and as long as a test. */
function configuration(folder: string): object {
  return {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    packages: { '@harness-mcp/*': { access: '$all', publish: '$all' } },
    web: { enable: false },
    log: { type: 'stdout', format: 'json', level: 'error' },
  }
}

interface Started {
  readonly server: ChildProcess
  readonly url: string
}

const ATTEMPTS = 3

async function start(folder: string, nextPort: () => Promise<number>, attempt = 1): Promise<Started> {
  const port = await nextPort()
  const { server, output } = launch(folder, port)
  // It sends one message, when it listens.
  const listening = once(server, 'message').then(() => true)
  const ended = once(server, 'close').then(() => false)
  if (await Promise.race([listening, ended])) return { server, url: `http://127.0.0.1:${port}/` }
  const said = output.join('')
  if (attempt < ATTEMPTS && said.includes('EADDRINUSE')) return start(folder, nextPort, attempt + 1)
  throw new Error(`the registry did not start: ${said}`)
}

/** Loaded into the registry: whoever kills the tests leaves neither it nor its folder behind. */
const WITH_ITS_PARENT = `
  import { rmSync } from 'node:fs'
  process.once('disconnect', () => {
    rmSync(process.cwd(), { recursive: true, force: true })
    process.exit()
  })
`

function launch(folder: string, port: number): { server: ChildProcess; output: readonly string[] } {
  const manifest = createRequire(import.meta.url).resolve('verdaccio/package.json')
  const args = ['--config', join(folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`]
  const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(WITH_ITS_PARENT)}`]
  const server = fork(join(dirname(manifest), 'bin/verdaccio'), args, { cwd: folder, stdio: 'pipe', execArgv })
  const output: string[] = []
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text: Buffer) => output.push(String(text)))
  return { server, output }
}

async function publish(name: string, folder: string): Promise<void> {
  const packed = await pack(name, folder)
  // Provenance is attested by a public builder, and there is none here.
  const args = ['publish', packed.file, '--provenance=false', '--loglevel=error']
  await run('npm', args, { cwd: folder, shell })
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGKILL')
  await ended
}
