import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { eventually, linesOf, scripted } from '@harness-mcp/lab'
import { freshFolder } from '@harness-mcp/lab/vitest'
import { describe, expect, it } from 'vitest'

import { type JsonDocument, type RunningCli, startCli } from './support/cli.js'
import { configFile, entryText, textWithoutId } from './support/config.js'

// With the flag and Node 22 the published HMR watches, else the host itself: a person must see no difference.
describe.each([[['--expose-internals']], [[]]])('with the options %j of node', (nodeOptions) => {
  it('reconnects the server of an edited entry alone, under the same public names', async () => {
    const folder = freshFolder()
    const starts = (name: string): string[] => linesOf(join(folder, name))
    const entry = (name: string, settings = {}): string =>
      entryText(name, scripted('--count', join(folder, name)), settings)
    const file = configFile(entry('first') + entry('second'))
    const running = await watching(file, nodeOptions)
    edit(file, entry('first') + entry('second', { toolCallTimeoutMs: 1234 }))
    await eventually('the second server starts again', () => starts('second').length === 2)
    await eventually('it is closed and ready again', () => {
      const states = changesOf(running, 'second').map(({ state }) => state)
      return states.includes('closed') && states.at(-1) === 'ready'
    })
    running.kill('SIGINT')
    expect((await running.ended).code).toBe(130)
    expect([starts('first').length, starts('second').length]).toEqual([1, 2])
    expect(changesOf(running, 'second').at(-1)).toMatchObject({
      state: 'ready',
      toolCount: changesOf(running, 'second')[0]?.toolCount,
    })
  })

  it('does not take an edit with a mistake in it, and says where it is', async () => {
    const count = join(freshFolder(), 'count')
    const file = configFile(entryText('only', scripted('--count', count)))
    const running = await watching(file, nodeOptions)
    edit(file, entryText('only', scripted('--count', count), { toolCallTimeoutMs: -1 }))
    await running.says('mcp-only: config.toolCallTimeoutMs: ')
    edit(file, entryText('only', scripted('--count', count), { toolCallTimeoutMs: 5 }))
    await eventually('the right edit is taken', () => linesOf(count).length === 2)
    running.kill('SIGINT')
    expect((await running.ended).code).toBe(130)
  })

  it('starts the server of an added entry, and ends that of a removed one', async () => {
    const folder = freshFolder()
    const [kept, added] = ['kept', 'added'].map((name) => entryText(name, scripted('--count', join(folder, name))))
    const file = configFile(kept ?? '')
    const running = await watching(file, nodeOptions)
    edit(file, `${kept}${added}`)
    await eventually('the added server is ready', () => changesOf(running, 'added').at(-1)?.state === 'ready')
    edit(file, kept ?? '')
    await eventually('it is closed', () => changesOf(running, 'added').at(-1)?.state === 'closed')
    running.kill('SIGINT')
    expect((await running.ended).code).toBe(130)
    expect(linesOf(join(folder, 'kept'))).toHaveLength(1)
    expect(readFileSync(file, 'utf8')).toBe(kept)
  })
})

describe('an edit', () => {
  it('that swaps the names of two servers has both ready under the other name', async () => {
    const [first, second] = [scripted('--instructions', 'one'), scripted('--instructions', 'two')]
    const file = configFile(named('a', 'alpha', first) + named('b', 'beta', second))
    const running = await watching(file)
    edit(file, named('a', 'beta', first) + named('b', 'alpha', second))
    await eventually('both are ready again', () =>
      ['alpha', 'beta'].every((name) => statesOf(running, name).join(' ').endsWith('closed connecting ready')),
    )
    await endsAlive(running)
  })

  it('that gives a server the name that another one lays down has both ready', async () => {
    const file = configFile(named('a', 'alpha') + named('b', 'beta'))
    const running = await watching(file)
    edit(file, named('a', 'beta') + named('b', 'gamma'))
    await eventually('both are ready', () =>
      ['beta', 'gamma'].every((name) => statesOf(running, name).at(-1) === 'ready'),
    )
    expect(statesOf(running, 'alpha').at(-1)).toBe('closed')
    await endsAlive(running)
  })

  it('that gives a removed name to a new entry has that ready, and leaves the other alone', async () => {
    const file = configFile(named('a', 'alpha') + named('b', 'beta'))
    const running = await watching(file)
    edit(file, named('b', 'beta') + named('c', 'alpha'))
    await eventually('it is ready again', () => statesOf(running, 'alpha').join(' ').endsWith('connecting ready'))
    expect(statesOf(running, 'beta')).toEqual(['ready'])
    await endsAlive(running)
  })

  it('that lets one server fail that must start tells of it, and leaves the others and the host alone', async () => {
    const file = configFile(named('a', 'alpha') + named('b', 'beta'))
    const running = await watching(file)
    edit(file, named('a', 'alpha') + named('b', 'beta', scripted('--exit-at-once', '3'), { failOnStartupError: true }))
    const failed = (): object[] => linesOfRun(running).filter(({ plugin }) => plugin !== undefined)
    await eventually('its failure', () => failed().length > 0)
    expect(failed()).toEqual([
      { id: 'b', plugin: '@harness-mcp/client', reason: expect.stringMatching(/^beta: .*exited with code 3/s) },
    ])
    expect(statesOf(running, 'alpha')).toEqual(['ready'])
    edit(file, named('a', 'alpha') + named('b', 'beta'))
    await eventually('it is healed', () => statesOf(running, 'beta').at(-1) === 'ready')
    await endsAlive(running)
  })

  it('of entries without an id touches the edited one alone, wherever it moves', async () => {
    const [alpha, beta, gamma] = ['alpha', 'beta', 'gamma'].map((name) => textWithoutId(name, scripted()))
    const file = configFile(`${alpha}${beta}`)
    const running = await watching(file)
    edit(file, `${alpha}${textWithoutId('beta', scripted(), { toolCallTimeoutMs: 1234 })}`)
    await eventually(
      'the edited one is ready again',
      () => statesOf(running, 'beta').at(-1) === 'ready' && statesOf(running, 'beta').length > 1,
    )
    edit(file, `${gamma}${textWithoutId('beta', scripted(), { toolCallTimeoutMs: 1234 })}${alpha}`)
    await eventually('the added one is ready', () => statesOf(running, 'gamma').at(-1) === 'ready')
    expect(statesOf(running, 'alpha')).toEqual(['ready'])
    expect(statesOf(running, 'beta').filter((state) => state === 'ready')).toHaveLength(2)
    await endsAlive(running)
  })
})

function named(id: string, serverName: string, command = scripted(), settings = {}): string {
  return textWithoutId(serverName, command, settings).replace('-', `- id: ${id}\n `)
}

async function endsAlive(running: RunningCli): Promise<void> {
  running.kill('SIGINT')
  expect((await running.ended).code).toBe(130)
}

function statesOf(running: RunningCli, server: string): string[] {
  return changesOf(running, server).map(({ state }) => state)
}

async function watching(file: string, nodeOptions: string[] = []): Promise<RunningCli> {
  const running = startCli(['status', '--watch', '--json', '--config', file], nodeOptions)
  await running.says('Watching ')
  return running
}

/** As editors do: a new file in place of the old one. */
function edit(file: string, text: string): void {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

/** The snapshots of one server, one for each line. */
function changesOf(running: RunningCli, server: string): { server: string; state: string; toolCount: number }[] {
  return linesOfRun(running).filter((line) => line.server === server)
}

function linesOfRun(running: RunningCli): JsonDocument[] {
  return running
    .stdout()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}
