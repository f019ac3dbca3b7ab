// Runs every check but the tests, each to its end, and lists what failed together.
import { spawnSync } from 'node:child_process'

const checks = [
  'lint',
  'format:check',
  'typecheck',
  'check:workspace',
  'check:packages',
  'check:changesets',
  'doc-sync',
  'conformance',
]

const failed = checks.filter((check) => {
  console.log(`\n— ${check}`)
  const { status } = spawnSync('pnpm', ['run', '--silent', check], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status !== 0
})

console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed checks: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
