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
 */
export async function startRegistry(): Promise<Registry> {
  const folder = await mkdtemp(join(tmpdir(), 'harness-mcp-registry-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const removeFolder = (): Promise<void> => rm(folder, { recursive: true, force: true })
  await writeFile(join(folder, 'config.yaml'), JSON.stringify(configuration(folder)))
  await writeFile(join(folder, '.npmrc'), npmrc(url))
  const server = await start(folder, port).catch(async (error: unknown) => {
    await removeFolder()
    throw error
  })
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

async function start(folder: string, port: number): Promise<ChildProcess> {
  const manifest = createRequire(import.meta.url).resolve('verdaccio/package.json')
  const args = ['--config', join(folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`]
  const server = fork(join(dirname(manifest), 'bin/verdaccio'), args, { cwd: folder, stdio: 'pipe', execArgv: [] })
  const output: string[] = []
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text: Buffer) => output.push(String(text)))
  // It sends one message, when it listens.
  const listening = once(server, 'message').then(() => true)
  const ended = once(server, 'exit').then(() => false)
  if (!(await Promise.race([listening, ended]))) throw new Error(`the registry did not start: ${output.join('')}`)
  return server
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
