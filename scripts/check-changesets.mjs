// Fails when a public package changed since the main branch and no changeset says so.
import { spawnSync } from 'node:child_process'

// A forge checks a branch out without a local `main`.
const base = ['main', 'origin/main'].find((name) => git('rev-parse', '--quiet', '--verify', name))

if (base === undefined) {
  console.log('There is no branch "main" here to compare with; nothing to check.')
} else {
  const options = { stdio: 'inherit', shell: process.platform === 'win32' }
  process.exitCode = spawnSync('pnpm', ['exec', 'changeset', 'status', `--since=${base}`], options).status ?? 1
}

function git(...args) {
  return spawnSync('git', args).status === 0
}
