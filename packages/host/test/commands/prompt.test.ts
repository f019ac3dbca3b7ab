import { labServer, scripted } from '@harness-mcp/lab'
import { expect, it } from 'vitest'

import { cli, cliJson, type JsonDocument } from '../support/cli.js'
import { serversFile } from '../support/config.js'

it('prints the system prompt, instructions literally', async () => {
  const file = serversFile({
    modern: labServer('modern-stdio'),
    braces: scripted('--instructions', 'Say {{name}} and {{'),
  })
  const { code, stdout } = await cli('prompt', '--config', file)
  expect(code).toBe(0)
  expect(stdout).toContain('["braces","modern"]')
  expect(stdout).toContain('Use add for sums.')
  expect(stdout).toContain('Say {{name}} and {{')
})

it('gives programs the sections, of which the text is made', async () => {
  const { json } = await cliJson('prompt', '--config', serversFile({ modern: labServer('modern-stdio') }))
  expect(json.text).toBe(json.sections.map(({ text }: JsonDocument) => text).join('\n\n'))
  expect(json.sections[0].name).toBe('mcp-resource-servers')
})
