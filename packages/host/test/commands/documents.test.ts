import { everythingStdio, filesystemStdio, labServer, scripted } from '@harness-mcp/lab'
import { freshFolder } from '@harness-mcp/lab/vitest'
import { expect, it } from 'vitest'

import { cli, cliJson } from '../support/cli.js'
import { serversFile } from '../support/config.js'

const modern = () => serversFile({ modern: labServer('modern-stdio') })
const modernAndBroken = () =>
  serversFile({ modern: labServer('modern-stdio'), broken: scripted('--exit-at-once', '3') })

it('lists the documents of every server that is ready', async () => {
  const { code, stdout } = await cli('resources', '--config', modernAndBroken())
  expect(code).toBe(0)
  expect(stdout).toMatch(/^modern +lab:\/\/documents\/welcome +welcome +text\/markdown +What this server is for$/m)
})

it('lists the documents of one server for programs, as the server sent them', async () => {
  const { code, json } = await cliJson('resources', 'modern', '--config', modern())
  expect([code, json.length, json[0].server]).toEqual([0, 1, 'modern'])
  expect(json[0].resources).toContainEqual(
    expect.objectContaining({ uri: 'lab://documents/menu', name: 'menu', mimeType: 'application/json' }),
  )
})

it('lists templates', async () => {
  const { stdout } = await cli('templates', 'modern', '--config', modern())
  expect(stdout).toMatch(/^modern +lab:\/\/greetings\/\{name\} +greeting /m)
})

it('lists templates for programs', async () => {
  const { json } = await cliJson('templates', '--config', modernAndBroken())
  const resourceTemplates = [expect.objectContaining({ uriTemplate: 'lab://greetings/{name}' })]
  expect(json).toEqual([{ server: 'modern', resourceTemplates }])
})

it('says so when there is none', async () => {
  const file = serversFile({ files: filesystemStdio(freshFolder()) })
  expect(await cli('resources', '--config', file)).toMatchObject({ code: 0, stdout: 'no documents\n' })
})

it('reads a document as the model does', async () => {
  const { code, stdout } = await cli('read', 'modern', 'lab://documents/menu', '--config', modern())
  expect([code, stdout.split('\n')[0]]).toEqual([0, 'MCP server: modern'])
  expect(stdout).toContain('lentil')
})

it('reads a document for programs, as the server sent it', async () => {
  const text = '{"soup":"lentil","main":"dumplings"}'
  expect(await cliJson('read', 'modern', 'lab://documents/menu', '--config', modern())).toMatchObject({
    code: 0,
    json: { isError: false, value: { contents: [{ uri: 'lab://documents/menu', text }] } },
  })
})

it('ends with 1 when the document does not exist', async () => {
  const { code, stdout } = await cli('read', 'modern', 'lab://documents/nothing', '--config', modern())
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^Error: /)])
})

it('ends with 1 when the server of the document did not start', async () => {
  const { code, stdout, stderr } = await cli('read', 'broken', 'x://y', '--config', modernAndBroken())
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('broken is not ready (')
})

it('describes a binary document instead of printing it', async () => {
  const file = serversFile({ everything: everythingStdio() })
  const { json } = await cliJson('read', 'everything', 'demo://resource/dynamic/blob/1', '--config', file)
  const [{ blob }] = json.value.contents
  expect([typeof blob, json.content[0].text.includes(blob)]).toEqual(['string', false])
})
