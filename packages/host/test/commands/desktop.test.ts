import { readFileSync } from 'node:fs'

import { eventually } from '@harness-mcp/lab'
import { freshFolder } from '@harness-mcp/lab/vitest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Display, openDisplay, withoutDisplay } from '../../../desktop/test/support/display.js'
import { displaySuite, driverSuite } from '../../../desktop/test/support/environment.js'
import { cli, cliJson, type JsonDocument } from '../support/cli.js'
import { configFile } from '../support/config.js'

describe.skipIf(driverSuite.isMissing)(`without a display${driverSuite.note}`, () => {
  withoutDisplay()

  it('ends with 1 and a sentence', async () => {
    const { code, stdout, stderr } = await cli('desktop', '--data', freshFolder())
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^error: The desktop cannot be seen\. Capture error: .*DISPLAY.*\n$/)
  })

  it('lists the tools of a desktop that a configuration names', async () => {
    const file = configFile("- name: '@harness-mcp/desktop'\n  config: { tools: { allow: [list_windows] } }\n")
    const { code, stdout } = await cli('tools', '--config', file)
    expect(code).toBe(0)
    expect(stdout).toContain('cua_driver_native__list_windows')
  })

  it('says in the status that a desktop did not start, and why', async () => {
    const file = configFile("- id: desk\n  name: '@harness-mcp/desktop'\n  config: { tools: { alow: [] } }\n")
    const { code, json } = await cliJson('status', '--config', file)
    expect([code, json.failedEntries[0].id]).toEqual([1, 'desk'])
    expect(json.failedEntries[0].reason).toContain('unknown key "alow" (known: allow, deny)')
  })
})

describe.skipIf(displaySuite.isMissing)(`with a window${displaySuite.note}`, () => {
  let display: Display

  beforeAll(async () => {
    display = await openDisplay()
    display.openTerminal('a terminal')
  })

  afterAll(() => display.close())

  /** A folder for pictures. When it is there, so is the window. */
  async function pictures(): Promise<string> {
    const folder = freshFolder()
    await eventually('the window', async () => (await cliJson('desktop', '--data', folder)).json.windows.length === 1)
    return folder
  }

  it('stores a picture, and prints its path and the windows', async () => {
    const folder = await pictures()
    const { code, stdout, stderr } = await cli('desktop', '--data', folder)
    expect([code, stderr]).toEqual([0, ''])
    const [, bytes, path = ''] = /^image\/png, 1024×768 pixels, (\d+) bytes, stored as (.*)$/m.exec(stdout) ?? []
    expect(path.startsWith(folder)).toBe(true)
    const stored = readFileSync(path)
    expect([stored.subarray(1, 4).toString(), String(stored.length)]).toEqual(['PNG', bytes])
    expect(stdout).toMatch(/^ *\d+ +\d+ +XTerm +\d+×\d+ at \d+, \d+ +a terminal$/m)
  })

  it('gives programs the same', async () => {
    const { code, json } = await cliJson('desktop', '--data', await pictures())
    expect(code).toBe(0)
    expect(json.screenshot).toMatchObject({ mediaType: 'image/png', width: 1024, height: 768 })
    expect(readFileSync(json.screenshot.path).length).toBe(json.screenshot.bytes)
    expect(json.windows.map(({ title }: JsonDocument) => title)).toEqual(['a terminal'])
  })
})

describe.skipIf(displaySuite.isMissing)(
  `with a screen that is too large for the attachment service${displaySuite.note}`,
  () => {
    let display: Display

    beforeAll(async () => {
      display = await openDisplay('2560x1440')
    })

    afterAll(() => display.close())

    it('ends with 1 and says so, and what to do', async () => {
      const { code, stdout, stderr } = await cli('desktop', '--data', freshFolder())
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(
        /^error: The screenshot cannot be stored\. \[an image of type image\/png .* pixel limit.*\] Set the screen to 2,000 pixels a side at most\. .*maxImageDimension.*\n$/,
      )
    })
  },
)
