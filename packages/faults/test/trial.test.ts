import { join } from 'node:path'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'

import { eventually, processesOf } from '@harness-mcp/lab'
import { expect, it, onTestFinished } from 'vitest'

import type { Trial } from '../src/fault.js'
import { runHost } from '../src/host/run.js'
import { runTrials } from '../src/trial.js'

const behaves: Trial = { name: 'behaves', wire: 'stdio', expect: { state: 'ready', tools: 1, spawns: 1 } }

it('gives one row for each trial of a host', async () => {
  const rows = await runTrials([behaves, { ...behaves, wire: 'http 2026', expect: { state: 'ready' } }])
  expect(rows).toMatchObject([
    {
      fault: 'behaves',
      wire: 'stdio',
      differences: [],
      seen: { state: 'ready', era: 'legacy', host: 'alive', spawns: 1 },
    },
    { fault: 'behaves', wire: 'http 2026', differences: [], seen: { state: 'ready', era: 'modern', spawns: 0 } },
  ])
})

it('sees what is not as expected', async () => {
  const [row] = await runTrials([{ ...behaves, expect: { state: 'failed', tools: 2 } }])
  expect(row?.differences).toEqual(['state: expected "failed", saw "ready"', 'tools: expected 2, saw 1'])
})

it('sees a process that is left, and ends it', async () => {
  const escape = `const { spawn } = require('node:child_process')
    const options = { detached: true, stdio: 'ignore' }
    spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)', process.title], options).unref()`
  const place = () => Promise.resolve({ command: process.execPath, args: ['-e', escape] })
  const [row] = await runTrials([{ name: 'escapes', wire: 'stdio', server: { place }, expect: { state: 'backoff' } }])
  expect(row?.differences).toEqual([expect.stringMatching(/^processes left: expected 0, saw [12]$/)])
  await eventually('its end', () => processesOf(`harness-mcp-faults-${process.pid}-`).length === 0)
})

it('leaves no folder', async () => {
  const folders = async (): Promise<string[]> =>
    (await readdir(tmpdir())).filter((name) => name.startsWith(`harness-mcp-faults-${process.pid}-`))
  await runTrials([behaves])
  expect(await folders()).toEqual([])
})

it('tells of a host that dies, with its error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'harness-mcp-host-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const task = { config: 'none', start: 'once', steps: [], report: join(folder, 'report.json') } as const
  const { verdict, accounts } = await runHost([task], join(folder, 'job.json'))
  expect([verdict, accounts]).toEqual([expect.stringMatching(/^died: .*Error/), [undefined]])
})
