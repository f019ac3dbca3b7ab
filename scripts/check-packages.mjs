// Checks each public package as a user would get it: packed, then looked at by publint and are-the-types-wrong.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

const root = fileURLToPath(new URL('..', import.meta.url))
const shell = process.platform === 'win32'
const attw = join(
  dirname(createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json')),
  'dist/index.js',
)

const packages = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name))
  .filter((folder) => existsSync(join(folder, 'package.json')))
  .map((folder) => ({ folder, manifest: readJson(join(folder, 'package.json')) }))
  .filter(({ manifest }) => manifest.private !== true)

const failures = []
for (const { folder, manifest } of packages) {
  const problems = await problemsOf(folder, manifest)
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${manifest.name}`)
  failures.push(...problems.map((problem) => `${manifest.name}: ${problem}`))
}
for (const failure of failures) console.error(failure)
process.exitCode = failures.length === 0 ? 0 : 1

async function problemsOf(folder, manifest) {
  const target = mkdtempSync(join(tmpdir(), 'packed-'))
  try {
    const { filename, files } = pack(folder, target)
    const packed = files.map(({ path }) => path)
    return [...missing(packed, manifest), ...stale(packed, folder), ...(await lint(filename)), ...types(filename)]
  } catch (error) {
    return [`could not be packed: ${error.message}`]
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
}

function pack(folder, target) {
  const args = ['pack', '--json', '--pack-destination', target]
  return JSON.parse(execFileSync('pnpm', args, { cwd: folder, encoding: 'utf8', shell }))
}

/** What a package must carry, and what its manifest promises. */
function missing(packed, manifest) {
  const entries = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : Object.values(entry),
  )
  const promised = entries.map((entry) => entry.replace('./', ''))
  const maps = promised.filter((file) => file.endsWith('.js') || file.endsWith('.d.ts')).map((file) => `${file}.map`)
  const absent = manifest.files.filter((name) => !packed.some((file) => file === name || file.startsWith(`${name}/`)))
  const files = ['README.md', 'LICENSE', ...promised, ...maps].filter((file) => !packed.includes(file))
  return [...files, ...absent].map((file) => `${file} is missing from the package`)
}

/** Output whose source is gone: a restored build cache can bring it back. */
function stale(packed, folder) {
  const modules = packed.filter((file) => file.startsWith('dist/') && file.endsWith('.js'))
  const gone = modules.filter(
    (file) => !existsSync(join(folder, file.replace('dist/', 'src/').replace(/\.js$/, '.ts'))),
  )
  return gone.map((file) => `${file} has no source any more; build again`)
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

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
