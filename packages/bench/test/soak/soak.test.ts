import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../dist/soak/main.js', import.meta.url))

function soak(...args: readonly string[]) {
  return spawnSync(process.execPath, ['--expose-gc', main, ...args], { encoding: 'utf8' })
}

test('a short run over every kind of server leaves nothing, and tells its seed', { timeout: 180_000 }, () => {
  const { status, stdout, stderr } = soak('--cycles', '10', '--kills', '2', '--seed', '11')
  expect(stdout).toContain('10 cycles and 2 kills with seed 11')
  expect(stdout).toContain('nothing is left')
  expect(stderr).toContain('seed 11')
  expect(status).toBe(0)
})

test('a number that is none is refused before anything is started', () => {
  const { status, stderr } = soak('--cycles', 'many')
  expect(status).toBe(1)
  expect(stderr).toContain('a whole number is expected')
})
