import { describe, expect, it } from 'vitest'

import { endpointRefusal } from '../../src/authorization/endpoint.js'

const refusal = (url: string, server: string): Promise<string | undefined> =>
  endpointRefusal(new URL(url), new URL(server))
const PUBLIC = 'https://8.8.8.8/mcp'
const NEAR = 'http://127.0.0.1:3000/mcp'

it.each([
  ['https://8.8.4.4/authorize', PUBLIC],
  ['https://8.8.8.8/token', PUBLIC],
  ['https://[2606:4700::1111]/token', PUBLIC],
  ['https://[64:ff9b::808:808]/token', PUBLIC],
  ['http://127.0.0.1:9/token', NEAR],
  ['http://[::1]:9/token', NEAR],
  ['https://10.1.2.3/token', 'https://192.168.1.4/mcp'],
  ['http://192.168.1.4:8080/token', 'http://192.168.1.4:8080/mcp'],
])('goes to %s for the server %s', async (url, server) => {
  expect(await refusal(url, server)).toBeUndefined()
})

describe.each([
  ['http://8.8.4.4/token', 'it is not https'],
  ['file:///etc/passwd', 'it is no web address'],
  ['javascript:alert(1)', 'it is no web address'],
  ['http://127.0.0.1:9/token', 'it is at a private address, and the server is not'],
  ['https://127.0.0.1:9/token', 'it is at a private address, and the server is not'],
  ['https://localhost/token', 'it is at a private address, and the server is not'],
  ['https://169.254.169.254/latest/meta-data', 'it is at a private address, and the server is not'],
  ['https://10.0.0.1/', 'it is at a private address, and the server is not'],
  ['https://100.64.0.1/', 'it is at a private address, and the server is not'],
  ['https://0.0.0.0/', 'it is at a private address, and the server is not'],
  ['https://2130706433/', 'it is at a private address, and the server is not'],
  ['https://[::1]/', 'it is at a private address, and the server is not'],
  ['https://[fe80::1]/', 'it is at a private address, and the server is not'],
  ['https://[fc00::1]/', 'it is at a private address, and the server is not'],
  ['https://[::ffff:127.0.0.1]/', 'it is at a private address, and the server is not'],
  ['https://[64:ff9b::7f00:1]/', 'it is at a private address, and the server is not'],
  ['https://[64:ff9b:1::a00:1]/', 'it is at a private address, and the server is not'],
  ['https://[::7f00:1]/', 'it is at a private address, and the server is not'],
  ['https://[::ffff:0:7f00:1]/', 'it is at a private address, and the server is not'],
  ['https://[2002:a00:1::]/', 'it is at a private address, and the server is not'],
  ['https://[fec0::1]/', 'it is at a private address, and the server is not'],
  ['https://127.1/', 'it is at a private address, and the server is not'],
  ['https://0x7f.0.0.1/', 'it is at a private address, and the server is not'],
  ['https://127。0。0。1/', 'it is at a private address, and the server is not'],
  ['https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', 'it is at a private address, and the server is not'],
  ['https://user@8.8.4.4/', 'it has credentials in it'],
  ['https://:word@8.8.8.8/', 'it has credentials in it'],
])('%s', (url, why) => {
  it('is refused to a public server', async () => {
    expect(await refusal(url, PUBLIC)).toBe(`the server points to ${new URL(url).origin}, which is refused: ${why}`)
  })
})

it('refuses plain http to anything but this machine, also for a private server', async () => {
  expect(await refusal('http://192.168.1.5/token', NEAR)).toMatch(/it is not https$/)
})
