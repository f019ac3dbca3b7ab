import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** npm is a script on Windows. */
export const shell: boolean = process.platform === 'win32'

/** What npm has to know to take our scope from a registry of this machine, and to publish there. The token is no secret. */
export function npmrc(registry: string): string {
  return [`@harness-mcp:registry=${registry}`, `${registry.slice('http:'.length)}:_authToken=nobody`, ''].join('\n')
}

/** Why no package can be installed here, if so: the registry of the user was asked for one. */
export async function whyNoInstall(): Promise<string | undefined> {
  try {
    await run('npm', ['view', 'ajv', 'name', '--prefer-online', '--fetch-retries=0'], { shell, timeout: 30_000 })
    return undefined
  } catch {
    return 'the package registry that npm is configured with cannot be reached'
  }
}
