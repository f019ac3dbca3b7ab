// Checks each public package as a user would get it: packed, then looked at by the rules of this repository, by publint and
// by are-the-types-wrong.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

import { pack, problemsOf, publishedPackages } from '../packages/release/dist/index.js'

const attw = join(
  dirname(createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json')),
  'dist/index.js',
)

const failures = []
for (const name of publishedPackages()) {
  const problems = await allProblemsOf(name)
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} @harness-mcp/${name}`)
  failures.push(...problems.map((problem) => `@harness-mcp/${name}: ${problem}`))
}
for (const failure of failures) console.error(failure)
process.exitCode = failures.length === 0 ? 0 : 1

async function allProblemsOf(name) {
  const target = mkdtempSync(join(tmpdir(), 'packed-'))
  try {
    const packed = await pack(name, target)
    return [...problemsOf(name, packed), ...(await lint(packed.file)), ...types(packed.file)]
  } catch (error) {
    return [`could not be packed: ${error.message}`]
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
}

async function lint(file) {
  const tarball = new Uint8Array(readFileSync(file)).buffer
  const { messages, pkg } = await publint({ strict: true, pack: { tarball } })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`)
}

function types(tarball) {
  const args = [attw, tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-emoji', '--no-color']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return status === 0 ? [] : [`are-the-types-wrong:\n${stdout}${stderr}`]
}
