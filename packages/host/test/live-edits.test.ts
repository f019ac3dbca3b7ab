import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { eventually, linesOf, scripted } from '@harness-mcp/lab'
import { describe, expect, it } from 'vitest'

import { type RunningCli, startCli } from './support/cli.js'
import { configFile, entryText, freshFolder } from './support/config.js'

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

async function watching(file: string, nodeOptions: string[]): Promise<RunningCli> {
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
  const lines = running.stdout().split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line)).filter((snapshot) => snapshot.server === server)
}
