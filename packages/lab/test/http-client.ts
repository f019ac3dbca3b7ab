import { onTestFinished } from 'vitest'
import { startScriptedHttp, startScriptedSse, type ScriptedHttpOptions } from '../src/index.js'

/** What came back of one HTTP request. */
export interface Answered {
  status: number
  type: string
  body: string
  session: string | null
}

export interface HttpClient {
  url: string
  post(message: unknown, headers?: Record<string, string>): Promise<Answered>
  fetch(verb: string, headers?: Record<string, string>): Promise<Response>
}

/** Starts the scripted server over Streamable HTTP, until the end of the test. */
export function openHttp(options: ScriptedHttpOptions = {}): Promise<HttpClient> {
  return open(startScriptedHttp, options)
}

/** Starts the scripted server over HTTP+SSE, until the end of the test. */
export function openSse(options: ScriptedHttpOptions = {}): Promise<HttpClient> {
  return open(startScriptedSse, options)
}

async function open(start: typeof startScriptedHttp, options: ScriptedHttpOptions): Promise<HttpClient> {
  const { url, close } = await start(options)
  onTestFinished(close)
  return {
    url,
    post: async (message, headers = {}) =>
      answered(await fetch(url, { method: 'POST', body: JSON.stringify(message), headers, redirect: 'manual' })),
    fetch: (method, headers = {}) => fetch(url, { method, headers, redirect: 'manual' }),
  }
}

async function answered(response: Response): Promise<Answered> {
  const { status, headers } = response
  const body = await response.text()
  return { status, type: headers.get('content-type') ?? '', body, session: headers.get('mcp-session-id') }
}

/** A request of this method, as JSON-RPC. */
export function request(method: string, params: Record<string, unknown> = {}, id = 1): Record<string, unknown> {
  return { jsonrpc: '2.0', id, method, params }
}

/** Shakes hands, and gives the header that names the session. */
export async function handshake(client: HttpClient): Promise<Record<string, string>> {
  const { session } = await client.post(request('initialize'))
  if (session === null) throw new Error('the server gave no session id')
  return { 'mcp-session-id': session }
}

/** The next piece of an event stream. */
export async function nextPiece(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const { value } = await reader.read()
  return new TextDecoder().decode(value)
}

/** A reader of a stream that has just begun. */
export function readerOf(response: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (response.body === null) throw new Error('the response has no body')
  return response.body.getReader()
}
