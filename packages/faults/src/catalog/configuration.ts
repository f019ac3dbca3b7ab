import type { Fault } from '../fault.js'
import { SECRET } from '../secret.js'
import { HTTP, STDIO } from './wires.js'

const at = (url: string) => ({ place: () => Promise.resolve({ url, close: () => Promise.resolve() }) })
const refused = { state: 'rejected', code: 'invalid-config' } as const

/** What is refused before anything is started. */
export const configuration: readonly Fault[] = [
  {
    name: 'is given longer than a timer can wait',
    on: STDIO,
    settings: { toolCallTimeoutMs: 2_147_483_648 },
    expect: { ...refused, says: /toolCallTimeoutMs: .*2147483647/, spawns: 0 },
  },
  {
    name: 'is given no time',
    on: STDIO,
    settings: { connectTimeoutMs: 0 },
    expect: { ...refused, says: /connectTimeoutMs/, spawns: 0 },
  },
  {
    name: 'is sent a header with a line break',
    on: HTTP,
    settings: { headers: { 'x-lab': 'one\r\nx-two: two' } },
    expect: { ...refused, says: /headers.*line break/, asked: { 'server/discover': 0 } },
  },
  {
    name: 'has credentials in its URL',
    on: HTTP,
    server: at(`http://user:${SECRET}@127.0.0.1:8/mcp`),
    expect: { ...refused, says: /credentials in the URL are refused/ },
  },
  {
    name: 'has a URL that is none of HTTP',
    on: HTTP,
    server: at('ftp://127.0.0.1/mcp'),
    expect: { ...refused, says: /http or https/ },
  },
  {
    name: 'is at a port that fetch blocks',
    on: HTTP,
    server: at('http://127.0.0.1:9/mcp'),
    expect: { state: 'failed', code: 'unsupported', says: /port/ },
  },
]
