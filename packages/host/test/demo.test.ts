import { existsSync, readFileSync, rmSync } from 'node:fs'

import { childrenOf, eventually, isAlive, processesOf } from '@harness-mcp/lab'
import { expect, it } from 'vitest'

import { cliJson, startCli, type JsonDocument } from './support/cli.js'
import { configFile } from './support/config.js'

it('tells each step, ends by itself with 0, and leaves no process', async () => {
  const running = startCli(['demo'])
  const seen = new Set<number>()
  let over = false
  const ended = running.ended.finally(() => (over = true))
  await eventually(
    'the demo ends',
    () => {
      for (const pid of childrenOf(running.pid)) seen.add(pid)
      return over
    },
    60_000,
  )
  const { code, stdout, stderr } = await ended
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')])
  expect(stdout.match(/^\d\. .*$/gm)).toEqual([
    '1. The configuration',
    '2. The servers',
    '3. The tools',
    '4. A call to each server',
    '5. An image',
    '6. A document',
    '7. The system prompt',
  ])
  // Three stdio servers, and the one that listens.
  expect(seen.size).toBe(4)
  expect([...seen].filter(isAlive)).toEqual([])
  removeFolder(/The files are in (.*)$/m.exec(stdout)?.[1])
})

it('tells programs everything in one document', async () => {
  const { code, json } = await cliJson('demo')
  expect([code, json.ok]).toEqual([0, true])
  const results = Object.fromEntries(json.steps.map(({ step, result }: JsonDocument) => [step, result]))
  expect(results.status.servers.map(({ server, era, revision }: JsonDocument) => [server, era, revision])).toEqual([
    ['everything', 'legacy', '2025-11-25'],
    ['everything-http', 'legacy', '2025-11-25'],
    ['files', 'legacy', '2025-11-25'],
    ['modern', 'modern', '2026-07-28'],
  ])
  expect(results.calls.map(({ tool, isError }: JsonDocument) => [tool, isError])).toEqual([
    ['mcp__everything__echo', false],
    ['mcp__everything-http__get-sum', false],
    ['mcp__files__read_text_file', false],
    ['mcp__modern__add', false],
  ])
  const { path } = results.image.content.find(({ type }: JsonDocument) => type === 'image')
  expect(readFileSync(path).subarray(1, 4).toString()).toBe('PNG')
  expect(results.document.value.contents[0].text).toContain('# Welcome')
  expect(results.prompt.sections.length).toBeGreaterThan(2)
  expect(processesOf(json.folder)).toEqual([])
  removeFolder(json.folder)
})

it('says which step failed, ends with 1, and leaves no process', async () => {
  const notAFolder = configFile('')
  const { code, json, stderr } = await cliJson('demo', '--data', notAFolder)
  expect([code, json.ok]).toEqual([1, false])
  expect(json.reason).toBe(
    'The step "An image" failed: mcp__everything__get-tiny-image returned no image that was stored',
  )
  expect(stderr).toContain(`error: ${json.reason}`)
  expect(processesOf(json.folder)).toEqual([])
  removeFolder(json.folder)
})

function removeFolder(folder: string | undefined): void {
  expect(existsSync(folder ?? '')).toBe(true)
  rmSync(folder ?? '', { recursive: true })
}
