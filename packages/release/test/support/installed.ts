import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { projectIn } from '@harness-mcp/lab'
import { load } from 'js-yaml'
import ts from 'typescript'
import { expect, onTestFinished } from 'vitest'
import { z } from 'zod'

import { install, type Installation, type Registry } from '../../src/index.js'

const run = promisify(execFile)

/** Installs into a folder that goes with the test. */
export async function installHere(specifiers: readonly string[], registry: Registry): Promise<Installation> {
  const installed = await install(specifiers, registry.url)
  onTestFinished(installed.remove)
  return installed
}

/** The names of what came, one for each copy. */
export function namesOf({ paths }: Installation): string[] {
  return paths.map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
}

/** Compiles a program and then runs it: its output. `lib` is what else its dependencies want of the language. */
export async function use(installed: Installation, program: string, ...lib: readonly string[]): Promise<string> {
  expect(await projectIn(installed.folder, lib).typeErrors(program)).toBe('')
  return runOnly(installed, program)
}

/** Runs a program that is compiled elsewhere. */
export async function runOnly({ folder }: Installation, program: string): Promise<string> {
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true }
  const { outputText } = ts.transpileModule(program, { compilerOptions: options })
  return (await projectIn(folder).run(outputText)).join('\n')
}

/** What `npm ls` has to say: it ends with an error when a package is missing, superfluous or of a wrong version. */
export async function npmLs({ folder }: Installation): Promise<string> {
  const { stderr } = await run('npm', ['ls', '--all', '--loglevel=error'], {
    cwd: folder,
    shell: process.platform === 'win32',
  })
  return stderr
}

const workspace = z.object({ catalog: z.record(z.string(), z.string()) })

/** Packages at the versions that this workspace is tested with: `['ajv@8.20.0']`. */
export function pinned(names: readonly string[]): readonly string[] {
  const file = new URL('../../../../pnpm-workspace.yaml', import.meta.url)
  const { catalog } = workspace.parse(load(readFileSync(file, 'utf8')))
  return names.map((name) => `${name}@${z.string().parse(catalog[name])}`)
}

export function manifestText({ folder }: Installation, path: string): string {
  return readFileSync(join(folder, path, 'package.json'), 'utf8')
}
