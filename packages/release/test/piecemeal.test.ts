import { labServer } from '@harness-mcp/lab'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { driverSuite } from '../../desktop/test/support/environment.js'
import { publishedPackages, type Registry, startRegistry, whyNoInstall } from '../src/index.js'
import { installHere, manifestText, namesOf, npmLs, pinned, runOnly, use } from './support/installed.js'
import { alone, example } from './support/programs.js'

// A registry, a dozen installations and as many compilations on a busy machine.
const timeout = 300_000
const reason = await whyNoInstall()
const note = reason === undefined ? '' : ` (skipped: ${reason})`

it('no published package is left out here', () => {
  expect(alone.map(({ name }) => name).sort()).toEqual(publishedPackages())
})

describe.skipIf(reason !== undefined)(`a package from a registry${note}`, { timeout }, () => {
  let registry: Registry

  beforeAll(async () => {
    registry = await startRegistry()
    await registry.publish(publishedPackages())
  }, timeout)

  afterAll(() => registry.close())

  it.each(alone)('works alone in an empty folder: $name', async ({ name, ours, never, program, prints }) => {
    const installed = await installHere([`@harness-mcp/${name}`], registry)
    const names = namesOf(installed)
    expect(names.filter((each) => each.startsWith('@harness-mcp/'))).toEqual(ours.map((each) => `@harness-mcp/${each}`))
    expect(names.filter((each) => never.some((pattern) => pattern.test(each)))).toEqual([])
    expect(installed.withScripts).toEqual([])
    expect(await npmLs(installed)).toBe('')
    for (const path of ours.map((each) => `node_modules/@harness-mcp/${each}`))
      expect(manifestText(installed, path)).not.toMatch(/(?:workspace|catalog):/)
    const output = await use(installed, program)
    for (const piece of prints) expect(output).toContain(piece)
  })

  describe.skipIf(driverSuite.isMissing)(`with the native driver${driverSuite.note}`, () => {
    it('opens a desktop and says what it cannot do without a display', async () => {
      const installed = await installHere(['@harness-mcp/desktop'], registry)
      const headless = `delete process.env['DISPLAY']; delete process.env['WAYLAND_DISPLAY']\n`
      const output = await runOnly(installed, headless + example('desktop', 'look'))
      expect(output).toMatch(/'cua_driver_native__get_desktop_state'[^]*\ntrue\n/)
    })
  })

  it('takes the Cordis that the user has, and is a plugin of it', async () => {
    const user = [
      '@deepseek-ai/cordis',
      '@deepseek-ai/dsh-tools',
      '@deepseek-ai/dsh-scope',
      '@deepseek-ai/dsh-system-prompt',
    ]
    const ours = ['@harness-mcp/client', '@harness-mcp/resources']
    const installed = await installHere([...pinned(user), ...ours], registry)
    const names = namesOf(installed)
    expect(names.filter((name) => user.includes(name))).toEqual([...user].sort())
    expect(names.filter((name) => name.startsWith('@harness-mcp/'))).toHaveLength(4)
    expect(await npmLs(installed)).toBe('')
    // A declaration of the harness has a `Disposable`.
    expect(await use(installed, plugin, 'ESNext.Disposable')).toBe(
      ['mcp__s__add', 'read_mcp_resource', '{"sum":3}', 'gone'].join('\n'),
    )
  })
})

const plugin = `
  import { Context } from '@deepseek-ai/cordis'
  import { SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
  import { ToolRuntime } from '@deepseek-ai/dsh-tools'
  import * as client from '@harness-mcp/client'
  import * as resources from '@harness-mcp/resources'
  import type {} from '@harness-mcp/resources/cordis'
  const ctx = new Context()
  await ctx.plugin(SystemPrompt, { includeHarnessIdentity: false })
  await ctx.plugin(ToolRuntime, {})
  await ctx.plugin(resources)
  const config: client.McpServerConfig = ${JSON.stringify({ serverName: 's', transport: 'stdio', ...labServer('modern-stdio') })}
  const entry = ctx.plugin(client, config)
  await entry
  for (const name of ['mcp__s__add', 'read_mcp_resource']) console.log(ctx.tools.get(name)?.name)
  const [server] = client.mcpServersOf(ctx)
  const outcome = await server?.call('mcp__s__add', { a: 1, b: 2 })
  console.log(JSON.stringify(outcome?.value?.structuredContent))
  await entry.dispose()
  console.log(ctx.tools.get('mcp__s__add') === undefined ? 'gone' : 'still there')
`
