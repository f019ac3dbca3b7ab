// Fails when a public package changed since the main branch and no changeset says so.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const bin = join(dirname(createRequire(import.meta.url).resolve('@changesets/cli/package.json')), 'bin.js')

const { status, stderr, error } = git('rev-parse', '--git-dir')
// A forge checks a branch out without a local `main`.
const base = ['main', 'origin/main'].find((name) => git('rev-parse', '--quiet', '--verify', name).status === 0)

if (error !== undefined) nothingCompared(`git cannot be started (${error.message})`)
else if (status !== 0) nothingCompared(stderr.trim().split('\n')[0])
else if (base === undefined) nothingCompared('there is no branch "main" here')
else
  process.exitCode = spawnSync(process.execPath, [bin, 'status', `--since=${base}`], { stdio: 'inherit' }).status ?? 1

/** An unpacked archive has nothing to compare with. A forge always has, and a check that does not look must not pass there. */
function nothingCompared(why) {
  console.log(`Not compared with the main branch: ${why}`)
  process.exitCode = process.env.GITHUB_ACTIONS === undefined ? 0 : 1
}

function git(...args) {
  return spawnSync('git', args, { encoding: 'utf8' })
}
