import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How to start a stdio server: what a client's `command`, `args` and `env` settings want. */
export interface Command {
  command: string
  args: string[]
}

export type LabServer = 'modern-stdio' | 'legacy-stdio' | 'modern-http' | 'legacy-http' | 'scripted-stdio'

/** One of the lab's own servers, with its switches. */
export function labServer(name: LabServer, ...switches: string[]): Command {
  // Always from dist, so that it is the same when this file runs as source in the lab's tests.
  return node(fileURLToPath(new URL(`../dist/servers/${name}.js`, import.meta.url)), ...switches)
}

/** The raw server whose faults are given by switches: see scripted/switches.ts. */
export function scripted(...switches: string[]): Command {
  return labServer('scripted-stdio', ...switches)
}

/** The reference server that exercises every feature, over stdio. */
export function everythingStdio(): Command {
  return everythingCommand('stdio')
}

/** The reference server that exercises every feature, over one of its transports. */
export function everythingCommand(transport: 'stdio' | 'sse' | 'streamableHttp'): Command {
  return node(entryOf('@modelcontextprotocol/server-everything'), transport)
}

/** The reference file server, allowed to touch `folder`. */
export function filesystemStdio(folder: string): Command {
  return node(entryOf('@modelcontextprotocol/server-filesystem'), folder)
}

/** The reference memory server, which keeps its graph in `file` (an absolute path). */
export function memoryStdio(file: string): Command & { env: { MEMORY_FILE_PATH: string } } {
  return { ...node(entryOf('@modelcontextprotocol/server-memory')), env: { MEMORY_FILE_PATH: file } }
}

function node(...args: string[]): Command {
  return { command: process.execPath, args }
}

// These packages have a `bin` and neither `main` nor `exports`.
function entryOf(name: string): string {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
  return join(dirname(manifest), 'dist/index.js')
}
