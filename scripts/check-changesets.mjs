// Fails when a public package changed since the main branch and no changeset says so.
import { spawnSync } from 'node:child_process'

if (spawnSync('git', ['rev-parse', '--quiet', '--verify', 'main']).status === 0) {
  const options = { stdio: 'inherit', shell: process.platform === 'win32' }
  process.exitCode = spawnSync('pnpm', ['exec', 'changeset', 'status', '--since=main'], options).status ?? 1
} else {
  console.log('There is no branch "main" here to compare with; nothing to check.')
}
