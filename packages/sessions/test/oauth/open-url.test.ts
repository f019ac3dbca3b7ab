import { execFile } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { eventually, linesOf } from '@harness-mcp/lab'
import { freshFile } from '@harness-mcp/lab/vitest'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)
const dist = fileURLToPath(new URL('../../dist/oauth/open-url.js', import.meta.url))

describe.skipIf(process.platform !== 'linux')('the browser of this machine (Linux, where BROWSER names it)', () => {
  it('gets the URL whole, and the process does not wait for it', async () => {
    const browser = freshFile()
    const log = freshFile()
    writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${log}'\n`)
    chmodSync(browser, 0o755)
    const url = 'https://login.example/authorize?state=a%20b&scope=read+write&x=$(id)`id`'
    const source = `import { openInBrowser } from ${JSON.stringify(dist)}; await openInBrowser(${JSON.stringify(url)})`
    await run(process.execPath, ['--input-type=module', '--eval', source], {
      env: { ...process.env, BROWSER: browser },
    })
    expect(await eventually('the browser', () => linesOf(log)[0])).toBe(url)
  })
})
