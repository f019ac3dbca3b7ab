import { installOutside, type OutsideProject } from '@harness-mcp/lab'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { driverSuite } from './support/environment.js'

let project: OutsideProject

beforeAll(async () => {
  project = await installOutside('desktop', 'result-adapter')
})

afterAll(() => project.remove())

describe('a project without Cordis', () => {
  it('type-checks against the package, its declarations included', async () => {
    const source = `
      import { apply, Config, inject, name, openDesktop, type Desktop, type DesktopConfig, type DesktopTool } from '@harness-mcp/desktop'
      const config: DesktopConfig = { tools: { allow: ['get_*'] }, maxModelBytes: 1000 }
      export const desktop: Promise<Desktop> = openDesktop(config)
      export const readers = async (): Promise<string[]> =>
        (await desktop).tools().flatMap(({ name, hints }: DesktopTool) => (hints.readOnly === true ? [name] : []))
      export const fine: boolean = Config.safeParse({}).success
      export const plugin: { name: string; inject: string[]; apply: (ctx: never) => Promise<void> } = { name, inject, apply }
      // @ts-expect-error Without this error the types would be any, and the check would prove nothing.
      await openDesktop({ tools: { allow: 'get_*' } })
    `
    expect(await project.typeErrors(source)).toBe('')
  })

  it('does not load the native library before a desktop is opened', async () => {
    const source = `
      import { readFileSync } from 'node:fs'
      import '@harness-mcp/desktop'
      console.log(process.report.getReport().sharedObjects.filter((file) => file.includes('cua_driver')).length)
    `
    expect(await project.run(source)).toEqual(['0'])
  })
})

describe.skipIf(driverSuite.isMissing)(`a project without Cordis, with the driver${driverSuite.note}`, () => {
  it('opens a desktop in its own process, and ends by itself when that is closed', async () => {
    const source = `
      import { openDesktop } from '@harness-mcp/desktop'
      const desktop = await openDesktop({ tools: { allow: ['list_windows'] } })
      console.log(process.report.getReport().sharedObjects.some((file) => file.includes('cua_driver')))
      console.log(desktop.tools()[0].name)
      await desktop.close()
    `
    expect(await project.run(source)).toEqual(['true', 'cua_driver_native__list_windows'])
  })
})

describe('a project with Cordis', () => {
  it('takes the package as a plugin', async () => {
    await project.add('desktop', '@deepseek-ai/cordis')
    const source = `
      import * as desktop from '@harness-mcp/desktop'
      import { Context } from '@deepseek-ai/cordis'
      const ctx = new Context()
      void ctx.plugin(desktop)
      void ctx.plugin(desktop, { tools: { deny: ['kill_app'] } })
      // @ts-expect-error The configuration is checked by the compiler too.
      void ctx.plugin(desktop, { tools: { deny: 1 } })
    `
    expect(await project.typeErrors(source)).toBe('')
  })
})
