import { createServer } from 'node:http'
import { once } from 'node:events'
import { appendLine } from '../faults.js'
import { readSwitches, type Switches } from '../switches.js'
import { closeServer, portOf, type RunningHttp } from '../../http/listen.js'
import { readExchange, type HttpFault, type Service } from './exchange.js'
import type { Face } from './face.js'
import { sse } from './sse.js'
import { streamableHttp } from './streamable-http.js'

export interface ScriptedHttpOptions {
  /** The switches of the scripted server; those about a process and its standard output mean nothing here. */
  switches?: string[]
  /** What goes wrong below the messages. */
  fault?: HttpFault | undefined
}

/** Starts the scripted server over Streamable HTTP, in this process. */
export function startScriptedHttp(options: ScriptedHttpOptions = {}): Promise<RunningHttp> {
  return serve(streamableHttp, options)
}

/** Starts the scripted server over HTTP+SSE, in this process. */
export function startScriptedSse(options: ScriptedHttpOptions = {}): Promise<RunningHttp> {
  return serve(sse, options)
}

async function serve(
  makeFace: (switches: Switches) => Face,
  { switches: argv = [], fault = () => false }: ScriptedHttpOptions,
): Promise<RunningHttp> {
  const switches = readSwitches(argv)
  const face = makeFace(switches)
  const server = createServer((request, response) => {
    response.on('error', () => {}) // The client has gone.
    readExchange(request, response, service)
      .then((exchange) => fault(exchange) || face.answer(exchange))
      .catch(() => response.destroy())
  })
  const service: Service = {
    breakConnections: () => server.closeAllConnections(),
    forgetSessions: () => face.forgetSessions(),
    record: (what) => switches.requests !== undefined && appendLine(switches.requests, what),
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server.address())}${face.path}`,
    close: () => closeServer(server),
  }
}
