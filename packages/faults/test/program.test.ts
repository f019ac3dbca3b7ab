import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))

async function lab(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const written = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (written.stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (written.stderr += chunk))
  const [code] = await once(child, 'close')
  return { code, ...written }
}

it('explains itself, exit codes included', async () => {
  const { code, stdout } = await lab('--help')
  expect([code, stdout]).toEqual([0, expect.stringMatching(/--only <pattern>.*--json.*Exit codes:/s)])
})

it('runs some rows, and keeps standard output for the table', async () => {
  const { code, stdout, stderr } = await lab('--only', '^has no command$')
  expect([code, stderr]).toEqual([0, '1/1\n1 rows are as expected, 0 are not.\n'])
  expect(stdout).toMatch(/^ {3}Fault .*\n {3}has no command {2}stdio {2}failed {2}start-failed: the command/)
})

it('prints JSON for programs', async () => {
  const { code, stdout } = await lab('--json', '--only', '^has no command$')
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { passed: 1, failed: 0, rows: [{ fault: 'has no command' }] }])
})

it('says when nothing matches, and when a pattern is none', async () => {
  expect(await lab('--only', 'no such fault')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'no fault matches no such fault\n',
  })
  expect(await lab('--only', '(')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Invalid regular'),
  })
})
