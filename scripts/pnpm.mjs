// Runs pnpm at the version that package.json pins, on a machine that may have only Node and npm.
// A pnpm of exactly that version on PATH is used as it is; otherwise npx brings it.
// Corepack is not used: newer Node versions no longer ship it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
const { packageManager } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
const version = packageManager.slice('pnpm@'.length).split('+')[0]
const shell = process.platform === 'win32'
const env = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
  npm_config_update_notifier: 'false',
}

if (!existsSync(new URL('node_modules', root))) console.error('Installing dependencies. The first time takes a while.')
const [command, ...args] = isOnPath()
  ? ['pnpm']
  : ['npx', '--yes', '--prefer-offline', '--package', `pnpm@${version}`, '--', 'pnpm']
const child = spawn(command, [...args, ...process.argv.slice(2)], { stdio: 'inherit', shell, env })

// Stay until pnpm has ended, then end as it did. A terminal's Ctrl-C reaches pnpm without us.
process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => {
  console.error(`${command} could not be started: ${error.message}`)
  process.exitCode = 1
})
child.on('close', (code, signal) => {
  if (signal === null) process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})

function isOnPath() {
  // Away from this project: inside it, another version would download the pinned one and answer with its number.
  const found = spawnSync('pnpm', ['--version'], { encoding: 'utf8', shell, env, cwd: new URL('/', import.meta.url) })
  return found.status === 0 && found.stdout.trim() === version
}
