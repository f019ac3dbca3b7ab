import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { everythingStdio, filesystemStdio, memoryStdio } from '../src/index.js'
import { connectStdio } from './connect.js'
import { freshFolder } from '../src/vitest.js'

it('starts the everything server', async () => {
  const client = await connectStdio(everythingStdio())
  expect(await client.callTool({ name: 'get-sum', arguments: { a: 2, b: 3 } })).toMatchObject({
    content: [{ type: 'text', text: 'The sum of 2 and 3 is 5.' }],
  })
})

it('starts the file server on one folder', async () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'note.txt'), 'remember')
  const client = await connectStdio(filesystemStdio(folder))
  const call = { name: 'read_text_file', arguments: { path: join(folder, 'note.txt') } }
  expect(await client.callTool(call)).toMatchObject({ content: [{ type: 'text', text: 'remember' }] })
})

it('starts the memory server on its file', async () => {
  const file = join(freshFolder(), 'graph.jsonl')
  const client = await connectStdio(memoryStdio(file))
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['wrote notes'] }]
  await client.callTool({ name: 'create_entities', arguments: { entities } })
  expect(existsSync(file)).toBe(true)
})
