import { createInterface } from 'node:readline'

export interface Request {
  kind: 'request'
  id: string | number
  method: string
  params: Record<string, unknown>
}

export interface Notification {
  kind: 'notification'
  method: string
  params: Record<string, unknown>
}

/** The requests and notifications that arrive on standard input, one a line, until it ends. */
export async function* incoming(): AsyncGenerator<Request | Notification> {
  for await (const line of createInterface({ input: process.stdin })) {
    const message = parseMessage(JSON.parse(line))
    if (message !== undefined) yield message
  }
}

/** Writes one message to standard output. */
export function send(message: Record<string, unknown>): void {
  write(textOf(message))
}

/** Writes one line to standard output. */
export function write(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** A message as JSON. */
export function textOf(message: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: '2.0', ...message })
}

/** A message with a method; `undefined` for a response, and for what is no message. */
export function parseMessage(raw: unknown): Request | Notification | undefined {
  const { id, method, params } = asRecord(raw)
  if (typeof method !== 'string') return undefined
  if (typeof id !== 'string' && typeof id !== 'number')
    return { kind: 'notification', method, params: asRecord(params) }
  return { kind: 'request', id, method, params: asRecord(params) }
}

/** `value` if it is an object, else an empty one. */
export function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
