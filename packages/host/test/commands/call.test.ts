import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { everythingStdio, filesystemStdio, labServer, picturePng, scripted } from '@harness-mcp/lab'
import { freshFolder } from '@harness-mcp/lab/vitest'
import { expect, it } from 'vitest'

import { cli, cliJson } from '../support/cli.js'
import { serversFile } from '../support/config.js'

it('prints what the model reads', async () => {
  const file = serversFile({ modern: labServer('modern-stdio') })
  const { code, stdout } = await cli('call', 'mcp__modern__echo', '{"text": "hello"}', '--config', file)
  expect([code, stdout]).toEqual([0, 'hello\n'])
})

it('gives programs the canonical value and the content', async () => {
  const file = serversFile({ modern: labServer('modern-stdio') })
  expect(await cliJson('call', 'mcp__modern__add', '{"a": 19, "b": 23}', '--config', file)).toMatchObject({
    code: 0,
    json: {
      tool: 'mcp__modern__add',
      isError: false,
      content: [{ type: 'text', text: '42\n{"sum":42}' }],
      value: { content: [{ type: 'text', text: '42' }], structuredContent: { sum: 42 } },
    },
  })
})

it('ends with 1 when the tool returns an error, and prints what the model would read of it', async () => {
  const file = serversFile({ modern: labServer('modern-stdio') })
  const args = ['call', 'mcp__modern__fail', '{"reason": "no paper"}', '--config', file]
  expect(await cli(...args)).toMatchObject({ code: 1, stdout: 'Error: no paper\n' })
})

it('gives programs the error of a tool', async () => {
  const { code, json } = await cliJson(
    'call',
    'mcp__modern__fail',
    '--config',
    serversFile({ modern: labServer('modern-stdio') }),
  )
  expect([code, json.isError, json.error.message]).toEqual([1, true, 'It was asked to fail.'])
})

it('stores an image and shows the path of its file', async () => {
  const file = serversFile({ everything: everythingStdio() })
  const folder = freshFolder()
  const { code, stdout } = await cli('call', 'mcp__everything__get-tiny-image', '--config', file, '--data', folder)
  expect(code).toBe(0)
  const [, bytes, path = ''] = /^\[image\/png, 20×20 pixels, (\d+) bytes, stored as (.*)\]$/m.exec(stdout) ?? []
  expect(path.startsWith(folder)).toBe(true)
  const stored = readFileSync(path)
  expect([stored.subarray(1, 4).toString(), String(stored.length)]).toEqual(['PNG', bytes])
})

it('gives programs the reference and the path of an image', async () => {
  const file = serversFile({ modern: labServer('modern-stdio') })
  const { json } = await cliJson('call', 'mcp__modern__picture', '--config', file, '--data', freshFolder())
  expect(json.content[1]).toMatchObject({
    type: 'image',
    attachment: { mediaType: 'image/png', width: 16, height: 16 },
  })
  expect(readFileSync(json.content[1].path).toString('base64')).toBe(picturePng)
})

it('shows the progress of a call on standard error', async () => {
  const file = serversFile({ modern: labServer('modern-stdio') })
  const { stdout, stderr } = await cli('call', 'mcp__modern__slow', '{"ms": 40}', '--config', file)
  expect(stdout).toBe('Waited 40 ms.\n')
  expect(stderr).toContain('mcp__modern__slow: 1 of 4')
})

it('reads and writes files through a real file server', async () => {
  const folder = freshFolder()
  const file = serversFile({ files: filesystemStdio(folder) })
  const note = join(folder, 'note.txt')
  const args = JSON.stringify({ path: note, content: 'written by a test' })
  expect(await cli('call', 'mcp__files__write_file', args, '--config', file)).toMatchObject({ code: 0 })
  expect(readFileSync(note, 'utf8')).toBe('written by a test')
})

it('ends with 1 when the server of the tool did not start', async () => {
  const file = serversFile({ broken: scripted('--exit-at-once', '3') })
  const { code, stdout, stderr } = await cli('call', 'mcp__broken__echo', '{}', '--config', file)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('"mcp__broken__echo" cannot be called: broken is not ready (')
})
