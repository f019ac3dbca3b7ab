import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Command, faults, scripted, startScriptedHttp, startScriptedSse } from '@harness-mcp/lab'

import type { Place, ScriptedServer, Trial } from './fault.js'
import { SECRET, SECRET_HEADER } from './secret.js'

/** Where one trial takes place: its folder, its server, and somebody else's server that must not be trusted. */
export interface Room {
  readonly trial: Trial
  readonly folder: string
  readonly report: string
  readonly config: Readonly<Record<string, unknown>>
  /** Header names that reached the other server. */
  strangerHeaders(): readonly string[]
  close(): Promise<void>
}

/** The files in which the scripted server keeps its books. */
export const BOOKS = { starts: 'starts', requests: 'requests' } as const

/** A connection that is lost stays so, unless a trial wants it back. */
const SETTINGS = {
  serverName: 'lab',
  connectTimeoutMs: 15_000,
  toolCallTimeoutMs: 8_000,
  reconnect: { initialDelayMs: 60_000, maxDelayMs: 60_000 },
}

export async function openRoom(trial: Trial, folder: string): Promise<Room> {
  mkdirSync(folder)
  const stranger = await faults.startStranger()
  const place = await placeOf(trial, folder, stranger.origin)
  return {
    trial,
    folder,
    report: join(folder, 'report.json'),
    config: { ...SETTINGS, ...addressOf(trial, place, folder), ...trial.settings },
    strangerHeaders: () => stranger.headers(),
    close: async () => {
      if ('url' in place) await place.close()
      await stranger.close()
    },
  }
}

function addressOf({ wire }: Trial, place: Place, folder: string): Record<string, unknown> {
  if ('command' in place) return { transport: 'stdio', ...marked(place, folder), env: { LAB_SECRET: SECRET } }
  const transport = wire === 'sse' ? 'sse' : 'streamable-http'
  return { transport, url: place.url, headers: { [SECRET_HEADER]: SECRET } }
}

/** Puts the folder on the command line of a process of Node, so that it is found by that. */
function marked(place: Command, folder: string): Command {
  return place.command === process.execPath ? { ...place, args: [`--title=${folder}/`, ...place.args] } : place
}

async function placeOf(trial: Trial, folder: string, stranger: string): Promise<Place> {
  const { server = {}, wire } = trial
  if ('place' in server) return server.place()
  const switches = switchesOf(server, wire, folder)
  if (wire === 'stdio' || wire === 'stdio 2026') return onStdio(switches, folder)
  const start = wire === 'sse' ? startScriptedSse : startScriptedHttp
  const handshake = wire === 'http 2026' ? 'server/discover' : 'initialize'
  return start({ switches, fault: server.fault?.({ stranger, handshake }) })
}

function onStdio(switches: string[], folder: string): Command {
  return scripted('--count', join(folder, BOOKS.starts), ...switches)
}

function switchesOf(server: ScriptedServer, wire: Trial['wire'], folder: string): string[] {
  const jsonFile = (name: string, value: unknown): string[] => {
    if (value === undefined) return []
    const file = join(folder, `${name}.json`)
    writeFileSync(file, JSON.stringify(value))
    return [`--${name}`, file]
  }
  return [
    ...(wire.endsWith('2026') ? ['--modern'] : []),
    '--requests',
    join(folder, BOOKS.requests),
    ...jsonFile('tools', server.tools),
    ...jsonFile('tools-after', server.toolsAfter),
    ...jsonFile('result', server.result),
    ...(server.files ?? []).flatMap((name) => [`--${name}`, join(folder, name)]),
    ...(server.switches ?? []),
  ]
}
