import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { eventually, processesOf } from '@harness-mcp/lab'
import { describe, expect, it, onTestFinished } from 'vitest'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))

interface Ended {
  readonly code: number | string | null | undefined
  readonly stdout: string
  readonly stderr: string
}

function cli(...words: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...words], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, stdout, stderr })
    })
  })
}

it('plays a scenario on both wires through the built client, and prints a table', async () => {
  const { code, stdout, stderr } = await cli('--only', 'tools_call')
  expect(stdout).toBe(`\
scenario    wire        checks  result
tools_call  2025-11-25  2/2     passed
tools_call  2026-07-28  2/2     passed

2 of 2 passed.
2025-11-25: 1 of 18 required scenarios, 17 not played.
2026-07-28: 1 of 32 required scenarios, 31 not played.
`)
  expect(stderr).toBe('Playing tools_call on 2025-11-25\nPlaying tools_call on 2026-07-28\n')
  expect(code).toBe(0)
})

it('prints JSON for programs', async () => {
  const { code, stdout } = await cli('--json', '--only', 'initialize', 'json-schema-ref-no-deref')
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    scenarios: [
      { scenario: 'initialize', wire: '2025-11-25', ok: true, demanded: 1, passed: 1, problems: [] },
      { scenario: 'json-schema-ref-no-deref', wire: '2026-07-28', ok: true, demanded: 1, passed: 1, problems: [] },
    ],
    requirements: [
      { revision: '2025-11-25', required: 18, passed: 1, notPlayed: expect.arrayContaining(['tools_call']) },
      { revision: '2026-07-28', required: 32, passed: 1, notPlayed: expect.arrayContaining(['tools_call']) },
    ],
  })
  expect(code).toBe(0)
})

it('plays authorization: a person who agrees, and a program without one', async () => {
  const { code, stdout } = await cli('--only', 'auth/scope-step-up', 'auth/client-credentials-jwt')
  expect(stdout).toContain(`\
auth/scope-step-up           2025-11-25  12/12   passed
auth/client-credentials-jwt  2025-11-25  3/3     passed
auth/scope-step-up           2026-07-28  14/14   passed
auth/client-credentials-jwt  2026-07-28  3/3     passed

4 of 4 passed.
`)
  expect(code).toBe(0)
})

describe('the command line', () => {
  it('explains itself', async () => {
    const { code, stdout } = await cli('--help')
    expect(code).toBe(0)
    for (const word of ['--only', '--json', 'Examples:', 'Exit codes:', 'sse-retry']) expect(stdout).toContain(word)
  })

  it('names the scenarios when it is asked for another one', async () => {
    const { code, stdout, stderr } = await cli('--only', 'tools_cal')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain("argument 'tools_cal' is invalid. Allowed choices are initialize, tools_call,")
  })

  it('takes no other options', async () => {
    expect(await cli('--jsn')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("'--jsn'") })
  })
})

it('Ctrl-C ends the referee too, and leaves no files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-test-'))
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, TMPDIR: folder }, stdio: 'ignore' })
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  const exit = once(child, 'exit')
  await eventually('a running referee', () => processesOf(folder).length > 0)
  child.kill('SIGINT')
  expect(await exit).toEqual([130, null])
  expect(processesOf(folder)).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})
