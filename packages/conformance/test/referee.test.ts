import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { eventually, processesOf } from '@harness-mcp/lab'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { judge } from '../src/judge.js'
import { play } from '../src/referee.js'
import { SCENARIOS, type Scenario, type ScenarioName } from '../src/scenarios.js'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-test-'))
  vi.stubEnv('TMPDIR', folder)
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

function scenarioOf(wanted: ScenarioName): Scenario {
  const scenario = SCENARIOS.find(({ name }) => name === wanted)
  if (scenario === undefined) throw new Error(`no scenario ${wanted}`)
  return scenario
}

/** A client that does what `script` says; `folder` among its arguments is what it is found by. */
function client(script: string): string {
  return `exec '${process.execPath}' --eval '${script}' '${folder}'`
}

function expectNothingLeft(): void {
  expect(processesOf(folder)).toEqual([])
  expect(readdirSync(folder)).toEqual([])
}

const IDLE = 'setInterval(Boolean, 60_000)'

it('a client that never connects gets ticks, and is not let through', async () => {
  const scenario = scenarioOf('http-invalid-tool-headers')
  const run = await play(scenario, { client: client('console.log("done")') })
  expect(run.results?.checks.filter(({ status }) => status === 'SUCCESS')).toHaveLength(11)
  expect(judge(scenario, run)).toMatchObject({ ok: false, passed: 11, demanded: 12 })
  expectNothingLeft()
})

it('a client that ends with an error fails even where the suite allows that', async () => {
  const scenario = scenarioOf('http-invalid-tool-headers')
  const verdict = judge(scenario, await play(scenario, { client: client('throw new Error("no way in")') }))
  expect(verdict.problems[0]).toMatch(/^the driver did not come to its end: .*no way in/)
})

it.each(['auth/metadata-default', 'auth/iss-wrong-issuer', 'auth/client-credentials-basic'] as const)(
  'a client that never asks for authorization shows nothing of %s',
  async (name) => {
    const scenario = scenarioOf(name)
    const verdict = judge(scenario, await play(scenario, { client: client('console.log("done")') }))
    expect(verdict).toMatchObject({ ok: false, passed: 0 })
    expectNothingLeft()
  },
)

it('what a client leaves in the folder for temporary files goes with it', async () => {
  const script = 'require("node:fs").mkdtempSync(require("node:os").tmpdir() + "/left-"); console.log("done")'
  const run = await play(scenarioOf('auth/metadata-default'), { client: client(script) })
  expect(run.results?.clientOutput).toBe('done\n')
  expectNothingLeft()
})

it('a client that hangs is given up, and is not there any more', async () => {
  const scenario = scenarioOf('initialize')
  const run = await play(scenario, { client: client(IDLE), clientMs: 500 })
  expect(run.exitCode).toBe(1)
  expect(judge(scenario, run).problems[0]).toMatch(/^the driver did not come to its end: /)
  expectNothingLeft()
})

it('a client that does not mind being ended is killed together with the referee', async () => {
  const scenario = scenarioOf('initialize')
  const stubborn = client(`process.on("SIGTERM", Boolean); ${IDLE}`)
  const run = await play(scenario, { client: stubborn, clientMs: 500, totalMs: 4_000 })
  expect(run).toMatchObject({ exitCode: null, complaints: expect.stringContaining('Executing client') })
  expectNothingLeft()
})

it('an abort ends everything at once, and is the reason', async () => {
  const abort = new AbortController()
  const ended = play(scenarioOf('initialize'), { client: client(IDLE), signal: abort.signal })
  const aborted = eventually('a running client', clientRuns).then(() => abort.abort('enough'))
  await expect(ended).rejects.toBe('enough')
  await aborted
  expectNothingLeft()
})

/** The referee has the client's command among its arguments, too. */
function clientRuns(): boolean {
  return processesOf(folder).some((pid) => !processesOf('--output-dir').includes(pid))
}

it('starts nothing after an abort', async () => {
  await expect(play(scenarioOf('initialize'), { signal: AbortSignal.abort('enough') })).rejects.toBe('enough')
  expectNothingLeft()
})
