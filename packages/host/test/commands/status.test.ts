import { childrenOf, everythingStdio, filesystemStdio, labServer, scripted } from '@harness-mcp/lab'
import { freshFolder } from '@harness-mcp/lab/vitest'
import { expect, it } from 'vitest'

import { cli, cliJson, startCli } from '../support/cli.js'
import { configFile, entryText, serversFile } from '../support/config.js'

it('shows state, era, revision and tools of each server', async () => {
  const file = serversFile({ old: scripted(), modern: labServer('modern-stdio') })
  const { code, stdout } = await cli('status', '--config', file)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^old +ready +legacy +2025-11-25 +\d+ /m)
  expect(stdout).toMatch(/^modern +ready +modern +2026-07-28 +7 +lab-modern 1\.0\.0$/m)
})

it('ends with 1 when a server is not ready, and shows the others', async () => {
  // Or it may be at its second attempt when the other one is ready.
  const broken = { ...scripted('--exit-at-once', '3'), reconnect: { enabled: false } }
  const file = serversFile({ broken, modern: labServer('modern-stdio') })
  const { code, json } = await cliJson('status', '--config', file)
  expect(code).toBe(1)
  expect(json.servers).toEqual([
    expect.objectContaining({
      server: 'broken',
      state: 'failed',
      reason: expect.stringContaining('3'),
    }),
    expect.objectContaining({ server: 'modern', state: 'ready', era: 'modern', revision: '2026-07-28', toolCount: 7 }),
  ])
})

it('counts a disabled server as well', async () => {
  const file = configFile(entryText('off', scripted(), { disabled: true }))
  expect(await cliJson('status', '--config', file)).toMatchObject({
    code: 0,
    json: { servers: [{ server: 'off', state: 'disabled' }] },
  })
})

it('tells of an entry whose plugin is not there, and keeps the others', async () => {
  const file = configFile(`- id: other\n  name: no-such-plugin\n${entryText('modern', labServer('modern-stdio'))}`)
  const { code, json } = await cliJson('status', '--config', file)
  expect(code).toBe(1)
  expect(json).toMatchObject({
    servers: [{ state: 'ready' }],
    failedEntries: [{ id: 'other', plugin: 'no-such-plugin' }],
  })
})

it('tells of a server that must start and did not', async () => {
  const file = configFile(entryText('needed', scripted('--exit-at-once', '3'), { failOnStartupError: true }))
  const { code, json } = await cliJson('status', '--config', file)
  expect(code).toBe(1)
  expect(json.failedEntries).toEqual([
    expect.objectContaining({ id: 'mcp-needed', reason: expect.stringMatching(/^needed: /) }),
  ])
})

it('has exactly one process for each stdio entry while it runs, and none afterwards', async () => {
  const file = serversFile({
    everything: everythingStdio(),
    files: filesystemStdio(freshFolder()),
    modern: labServer('modern-stdio'),
    old: scripted(),
  })
  const running = startCli(['status', '--watch', '--config', file])
  await running.says('Watching ')
  const servers = childrenOf(running.pid)
  expect(servers).toHaveLength(4)
  running.kill('SIGINT')
  expect(await running.ended).toMatchObject({ code: 130, signal: null })
  expect(servers.filter(isRunning)).toEqual([])
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
