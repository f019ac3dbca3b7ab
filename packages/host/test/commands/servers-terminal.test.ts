import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { eventually, labServer, linesOf, processesOf, scripted } from '@harness-mcp/lab'
import { freshFolder } from '@harness-mcp/lab/vitest'
import { describe, expect, it } from 'vitest'

import type { RunningCli } from '../support/cli.js'
import { clientFile } from '../support/mcp-servers.js'
import { COLUMNS, startInTerminal } from '../support/prompt.js'
import { screenAfter } from '../support/screen.js'

const missing = terminalIsMissing()

describe.skipIf(missing)(
  `at a terminal${missing ? ' (skipped: script of util-linux or stty not installed)' : ''}`,
  () => {
    it('the prompt is there at once, and the servers come up above it', async () => {
      const file = clientFile({ slow: scripted('--slow-start', '60000'), modern: labServer('modern-stdio') })
      const running = startInTerminal('--mcp-config', file)
      await shows(running, `2 servers of ${file}. "help" lists the commands.`.slice(0, COLUMNS))
      await shows(running, 'modern: ready, 7 tools')
      await shows(running, 'harness-mcp> ')
      await typed(running, 'disconnect slow\r', 'slow: closed, disconnected')
      running.type(CTRL_D)
      expect(await running.ended).toMatchObject({ code: 0 })
      expect(lines(running)).toEqual([
        ...wrapped(`2 servers of ${file}. "help" lists the commands.`),
        'modern: ready, 7 tools',
        'harness-mcp> disconnect slow',
        'slow: closed, disconnected',
        '',
      ])
    })

    it.each([
      ['a short line', 'stat'],
      ['a line of several rows', `connect ${'x'.repeat(2.5 * COLUMNS)}`],
    ])('%s that is being typed outlives what is told meanwhile', async (_case, line) => {
      const count = join(freshFolder(), 'count')
      const running = startInTerminal('--mcp-config', clientFile({ old: scripted('--count', count) }))
      await shows(running, 'old: ready, 1 tools')
      await typed(running, line, line.slice(-20))
      process.kill(Number(linesOf(count)[0]), 'SIGKILL')
      await eventually('the server is up again', () => lines(running).filter((each) => each === READY).length === 2)
      const prompt = wrapped(`harness-mcp> ${line}`)
      await eventually('the line stands below', () => lines(running).slice(-prompt.length).join() === prompt.join())
      expect(lines(running).filter((each) => each.startsWith('harness-mcp>'))).toHaveLength(1)
      expect(lines(running)).toContainEqual(expect.stringMatching(/^old: backoff, /))
      await typed(running, '\r', line === 'stat' ? 'there is no command "stat".' : 'there is no server "xxx')
      running.type(CTRL_D)
      expect((await running.ended).code).toBe(1)
    })

    it('a command says itself what came of its server, once', async () => {
      const running = startInTerminal('--mcp-config', clientFile({ old: scripted() }))
      await shows(running, READY)
      await typed(running, 'reconnect old\r', 'harness-mcp> reconnect old')
      await eventually('it is done', () => lines(running).filter((line) => line === READY).length === 2)
      await typed(running, 'disconnect old\r', 'old: closed, disconnected')
      running.type('quit\r')
      expect((await running.ended).code).toBe(0)
      expect(lines(running).filter((line) => line.startsWith('old: '))).toEqual([
        READY,
        'old: connecting',
        READY,
        'old: closed, disconnected',
      ])
    })

    it('Ctrl-C ends everything, also while a command runs', async () => {
      const count = join(freshFolder(), 'count')
      const slow = { ...scripted('--slow-start', '60000', '--count', count), disabled: true }
      const running = startInTerminal('--mcp-config', clientFile({ slow }))
      await shows(running, 'harness-mcp> ')
      running.type('connect slow\r')
      await eventually('the server starts', () => linesOf(count).length === 1)
      running.type(CTRL_C)
      expect((await running.ended).code).toBe(130)
      expect(screenOf(running)).toContain('\nClosing every server. Ctrl-C again ends at once.')
      expect(processesOf(count)).toEqual([])
    })

    it('a second Ctrl-C ends at once', async () => {
      const count = join(freshFolder(), 'count')
      const running = startInTerminal(
        '--mcp-config',
        clientFile({ stubborn: scripted('--ignore-sigterm', '--count', count) }),
      )
      await shows(running, 'stubborn: ready')
      running.type(CTRL_C)
      await shows(running, 'Ctrl-C again ends at once.')
      running.type(CTRL_C)
      expect((await running.ended).code).toBe(130)
      await eventually('the server is gone', () => processesOf(count).length === 0)
    })
  },
)

const READY = 'old: ready, 1 tools'
const CTRL_C = '\u0003'
const CTRL_D = '\u0004'

function terminalIsMissing(): boolean {
  try {
    execFileSync('stty', ['--version'], { stdio: 'ignore' })
    return !execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux')
  } catch {
    return true
  }
}

async function typed(running: RunningCli, text: string, shown: string): Promise<void> {
  running.type(text)
  await shows(running, shown)
}

async function shows(running: RunningCli, text: string): Promise<void> {
  await eventually(`${JSON.stringify(text)} on the screen`, () => `${screenOf(running)} `.includes(text))
}

function screenOf(running: RunningCli): string {
  return lines(running).join('\n')
}

function lines(running: RunningCli): string[] {
  return screenAfter(running.stdout(), COLUMNS)
}

function wrapped(text: string): string[] {
  return text.match(new RegExp(`.{1,${COLUMNS}}`, 'g')) ?? []
}
