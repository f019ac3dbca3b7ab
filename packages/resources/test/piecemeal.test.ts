import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import adapter from '../../result-adapter/package.json' with { type: 'json' }

const run = promisify(execFile)
const packages = fileURLToPath(new URL('../..', import.meta.url))
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

let project: string

async function typeErrors(source: string): Promise<unknown> {
  await writeFile(join(project, 'main.ts'), source)
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
  const { stdout } = await run(process.execPath, [tsc, '--project', project]).catch((error: unknown) => Object(error))
  return stdout
}

/** A project outside the workspace that has installed the package: what npm would put there, and nothing of a harness. */
beforeAll(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), 'harness-mcp-resources-')))
  const modules = join(project, 'node_modules')
  for (const name of ['resources', 'result-adapter']) {
    const installed = join(modules, '@harness-mcp', name)
    await mkdir(installed, { recursive: true })
    for (const part of ['package.json', 'dist']) {
      await cp(join(packages, name, part), join(installed, part), { recursive: true })
    }
  }
  for (const name of Object.keys(adapter.dependencies)) {
    await symlink(await realpath(join(packages, 'result-adapter/node_modules', name)), join(modules, name))
  }
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
})

afterAll(() => rm(project, { recursive: true, force: true }))

const compilerOptions = {
  module: 'NodeNext',
  target: 'ES2023',
  lib: ['ES2023', 'DOM'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
}

describe('a project without Cordis', () => {
  it('type-checks against the package, its declarations included', async () => {
    const source = `
      import { apply, createMcpResources, inject, name, type McpResourceProvider, type McpResourceRuntime } from '@harness-mcp/resources'
      export const provider: McpResourceProvider = { request: async (request) => ({ asked: request.method }) }
      export const undo: () => void = createMcpResources().register('docs', provider)
      export const runtime = (service: McpResourceRuntime): (() => void) => service.register('docs', provider)
      export const plugin: { name: string; inject: string[]; apply: (ctx: never) => Promise<void> } = { name, inject, apply }
      // @ts-expect-error Without this error the types would be any, and the check would prove nothing.
      createMcpResources().register('docs', { request: 1 })
    `
    expect(await typeErrors(source)).toBe('')
  })

  it('can use the plain face, and learns what the plugin would need', async () => {
    const source = `
      import { apply, createMcpResources } from '@harness-mcp/resources'
      const resources = createMcpResources()
      resources.register('docs', { request: async ({ uri }) => ({ contents: [{ uri, text: 'Hello.' }] }) })
      const outcome = await resources.call('read_mcp_resource', { server: 'docs', uri: 'a' }, { signal: new AbortController().signal })
      console.log(outcome.content[0].text)
      await apply({}).catch((error) => console.log(error.message))
    `
    await writeFile(join(project, 'main.mjs'), source)
    const { stdout } = await run(process.execPath, [join(project, 'main.mjs')])
    expect(stdout.split('\n')).toEqual([
      'MCP server: docs',
      '{"contents":[{"uri":"a","text":"Hello."}]}',
      'mcp-resources: the peer dependency @deepseek-ai/dsh-scope cannot be loaded',
      '',
    ])
  })
})

describe('a project with Cordis', () => {
  it('finds the service on the context, and everything else still there, whatever it imports first', async () => {
    await mkdir(join(project, 'node_modules/@deepseek-ai'))
    const cordis = await realpath(join(packages, 'resources/node_modules/@deepseek-ai/cordis'))
    await symlink(cordis, join(project, 'node_modules/@deepseek-ai/cordis'))
    const source = `
      import type { McpResourceRuntime } from '@harness-mcp/resources/cordis'
      import * as resources from '@harness-mcp/resources'
      import { Context } from '@deepseek-ai/cordis'
      const ctx = new Context()
      void ctx.plugin(resources)
      ctx.on('internal/service', () => undefined)
      export const service: McpResourceRuntime | undefined = ctx.get('mcpResources')
      export const undo: () => void = ctx.mcpResources.register('docs', { request: async () => null })
    `
    expect(await typeErrors(source)).toBe('')
  })
})
