// Installs the Debian packages that the tests of the desktop and of OAuth need, where this is root on a Debian that lacks them.
// Never fails: those tests are skipped without them, and the reason is printed here.
import { spawnSync } from 'node:child_process'

/** A display, a window for it, the libraries that the native driver links; and a browser. */
const needed = ['xvfb', 'xterm', 'libx11-6', 'libxi6', 'libxkbcommon0', 'chromium']
const apt = ['-qq', '-o', 'DPkg::Lock::Timeout=60', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1']

if (process.platform === 'linux') {
  const missing = needed.filter((name) => !isInstalled(name))
  const problem = missing.length === 0 ? undefined : install(missing)
  if (problem !== undefined)
    console.log(`Tests of the desktop and of OAuth may be skipped: ${missing.join(', ')} missing; ${problem}`)
}

function isInstalled(name) {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { encoding: 'utf8' })
  return stdout === 'installed'
}

/** What went wrong, if anything did. */
function install(names) {
  if (process.getuid() !== 0) return 'only root can install them'
  console.log(`Installing ${names.join(', ')} for the tests of the desktop and of OAuth.`)
  const update = run(120, 'update')
  const problem = run(300, 'install', '-y', '--no-install-recommends', ...names)
  return problem && [...new Set([update, problem])].filter(Boolean).join('; ')
}

/** The last line of what a command of apt-get complains about, if it failed. */
function run(seconds, ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { encoding: 'utf8', env, timeout: seconds * 1_000, stdio: ['ignore', 'ignore', 'pipe'] }
  const { status, signal, error, stderr } = spawnSync('apt-get', [...apt, ...args], options)
  if (status === 0) return undefined
  if (error?.code === 'ENOENT') return 'there is no apt-get'
  if (signal !== null) return `apt-get ${args[0]} took longer than ${seconds} s`
  return `apt-get ${args[0]}: ${stderr.trim().split('\n').at(-1)}`
}
