import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const adapter = new URL('../dist/index.js', import.meta.url)
const IMAGE_BYTES = 5_000_000
/** What the engine allocates besides: code, caches, pages of the heap. */
const TOLERANCE = 1_000_000

/** Bytes in use, in a process of its own, at the points at which the program awaits `note`. */
async function measured(program: string): Promise<number[]> {
  const source = `
    import { createMcpToolDefinition, projectResult } from '${adapter.href}'
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(${IMAGE_BYTES})])
    const received = () => JSON.parse(JSON.stringify({ content: [{ type: 'image', data: png.toString('base64') }] }))
    const raw = received()
    const inUse = async () => {
      let least = Infinity
      // Buffers are swept in the background, after the collection has returned; what is in use is never swept.
      for (let round = 0; round < 10; round += 1) {
        await new Promise((resolve) => setImmediate(resolve))
        gc()
        const { heapUsed, external } = process.memoryUsage()
        least = Math.min(least, heapUsed + external)
      }
      return least
    }
    projectResult({ content: [{ type: 'image', data: 'iVBORw0KGgo=' }] })
    const before = await inUse()
    const notes = []
    const note = async () => void notes.push((await inUse()) - before)
    ${program}
    console.log(JSON.stringify(notes), raw.content.length, png.length)
  `
  const flags = ['--expose-gc', '--input-type=module', '--eval', source]
  const { stdout } = await promisify(execFile)(process.execPath, flags)
  return JSON.parse(stdout.slice(0, stdout.indexOf(']') + 1))
}

test('the plain face copies no image', async () => {
  const [used = Infinity] = await measured(`
    const outcome = projectResult(raw)
    await note()
    if (outcome.content[0].data !== raw.content[0].data) throw new Error('another image')
  `)
  expect(used).toBeLessThan(TOLERANCE)
})

test('a registry decodes an image once, for the store, and keeps no copy of it', async () => {
  const [atStore = Infinity, afterwards = Infinity] = await measured(`
    const services = {
      attachments: { saveImages: async (images) => (await note(), images.map(({ data }) => data.length)) },
      llm: { resolveModelInfo: async () => ({ inputModalities: ['image'] }) },
    }
    const tool = { name: 't', rawName: 't', inputSchema: {}, call: async () => raw }
    const definition = createMcpToolDefinition({ get: (name) => services[name] }, tool)
    const exec = { signal: new AbortController().signal, agent: { options: { provider: 'p', model: 'm' } } }
    const value = await definition.execute({}, exec)
    const content = definition.finalizeContent(exec, { isError: false, value, content: definition.output.render({}, value) })
    await note()
    if (content[0].attachment !== png.length) throw new Error('another image')
  `)
  expect(atStore).toBeGreaterThan(IMAGE_BYTES)
  expect(atStore).toBeLessThan(IMAGE_BYTES + TOLERANCE)
  expect(afterwards).toBeLessThan(TOLERANCE)
})
