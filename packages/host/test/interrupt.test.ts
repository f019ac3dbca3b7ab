import { join } from 'node:path'

import { eventually, labServer, linesOf, processesOf, scripted } from '@harness-mcp/lab'
import { freshFolder } from '@harness-mcp/lab/vitest'
import { describe, expect, it } from 'vitest'

import { startCli } from './support/cli.js'
import { serversFile } from './support/config.js'
import { clientFile } from './support/mcp-servers.js'

describe.each([
  ['--config', serversFile],
  ['--mcp-config', clientFile],
])('with %s', (option, fileOf) => {
  it('ends at Ctrl-C while a server starts, and takes it along', async () => {
    const count = join(freshFolder(), 'count')
    const file = fileOf({
      slow: scripted('--slow-start', '60000', '--count', count),
      modern: labServer('modern-stdio'),
    })
    const running = startCli(['tools', option, file])
    await eventually('the server starts', () => linesOf(count).length === 1)
    await running.says('modern: ready, 7 tools, revision 2026-07-28')
    running.kill('SIGINT')
    expect(await running.ended).toMatchObject({ code: 130, signal: null, stdout: '' })
    expect(processesOf(count)).toEqual([])
  })

  it('ends at Ctrl-C while a call runs, and cancels the call on the server', async () => {
    const folder = freshFolder()
    const [calls, cancelled] = [join(folder, 'calls'), join(folder, 'cancelled')]
    const file = fileOf({ stuck: scripted('--hang-call', '--calls', calls, '--cancel-log', cancelled) })
    const running = startCli(['call', 'mcp__stuck__echo', '{"text": "x"}', option, file])
    await eventually('the call arrives', () => linesOf(calls).length === 1)
    running.kill('SIGINT')
    expect(await running.ended).toMatchObject({ code: 130, stdout: '' })
    expect(linesOf(cancelled)).toHaveLength(1)
    expect(processesOf(cancelled)).toEqual([])
  })
})

it('ends at SIGTERM as at Ctrl-C, with the exit code of that signal', async () => {
  const count = join(freshFolder(), 'count')
  const running = startCli(['status', '--watch', '--config', serversFile({ old: scripted('--count', count) })])
  await running.says('Watching ')
  running.kill('SIGTERM')
  expect(await running.ended).toMatchObject({ code: 143 })
  expect(processesOf(count)).toEqual([])
})

it('ends at once at the second Ctrl-C, even with a server that does not want to end', async () => {
  const count = join(freshFolder(), 'count')
  const running = startCli([
    'status',
    '--watch',
    '--config',
    serversFile({ stubborn: scripted('--ignore-sigterm', '--count', count) }),
  ])
  await running.says('Watching ')
  running.kill('SIGINT')
  await running.says('Ctrl-C again ends at once')
  running.kill('SIGINT')
  expect(await running.ended).toMatchObject({ code: 130 })
  await eventually('the server is gone', () => processesOf(count).length === 0)
})
