import { everythingStdio, labServer, scripted } from '@harness-mcp/lab'
import { expect, it } from 'vitest'

import { cli, cliJson, startCli, type JsonDocument } from '../support/cli.js'
import { serversFile } from '../support/config.js'

it('shows the tools of each server with parameters, descriptions and what they cost', async () => {
  const file = serversFile({ modern: labServer('modern-stdio') })
  const { code, stdout } = await cli('tools', '--config', file)
  expect(code).toBe(0)
  expect(stdout).toContain('modern: 7 tools, about ')
  expect(stdout).toMatch(/^mcp__modern__add +Adds two numbers\. +a: number, b: number +\d+$/m)
  expect(stdout).toMatch(/^mcp__modern__fail .* reason\?: string +\d+$/m)
  expect(stdout).toMatch(/^read_mcp_resource /m)
  expect(stdout).toMatch(/^10 tools, about \d+ tokens in every request/m)
})

it('gives programs each declaration as the model gets it, and sums that agree', async () => {
  const { code, json } = await cliJson(
    'tools',
    '--config',
    serversFile({ a: everythingStdio(), b: labServer('modern-stdio') }),
  )
  expect(code).toBe(0)
  expect(json.servers.map(({ server, tools }: JsonDocument) => [server, tools.length])).toEqual([
    ['a', 13],
    ['b', 7],
    [null, 3],
  ])
  const tools = json.servers.flatMap((group: JsonDocument) => group.tools)
  for (const { name, description, parameters, tokens } of tools) {
    expect(tokens).toBe(Math.ceil(Buffer.byteLength(JSON.stringify({ name, description, parameters })) / 4))
  }
  expect(json.tokens).toBe(tools.reduce((total: number, { tokens }: JsonDocument) => total + tokens, 0))
  expect(tools.find(({ name }: JsonDocument) => name === 'mcp__b__add').parameters).toMatchObject({
    type: 'object',
    required: ['a', 'b'],
  })
})

it('shows the tools of the others when a server fails, and tells of the failure on standard error', async () => {
  const file = serversFile({ broken: scripted('--exit-at-once', '3'), modern: labServer('modern-stdio') })
  const { code, json, stderr } = await cliJson('tools', '--config', file)
  expect(code).toBe(0)
  expect(json.servers.map(({ server, tools }: JsonDocument) => [server, tools.length])).toEqual([
    ['broken', 0],
    ['modern', 7],
    [null, 3],
  ])
  expect(stderr).toMatch(/^(warning|error): broken: /m)
  expect(stderr).toMatch(/^modern: ready, 7 tools, revision 2026-07-28$/m)
})

it('closes everything when nobody reads its output any more', async () => {
  const file = serversFile({ modern: labServer('modern-stdio') })
  const running = startCli(['tools', '--config', file])
  running.closeStdout()
  expect(await running.ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining('EPIPE') })
})
