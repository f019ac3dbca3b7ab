import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

// The built package in a folder where nothing else is installed.
async function runAlone(program: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'result-adapter-'))
  try {
    await cp(fileURLToPath(new URL('../dist', import.meta.url)), join(folder, 'dist'), { recursive: true })
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(join(folder, 'main.js'), `import * as adapter from './dist/index.js'\n${program}`)
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'main.js')], {
      env: { ...process.env, NODE_PATH: '' },
    })
    return JSON.parse(stdout)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the package loads, and reads results, without its validators', async () => {
  const outcome = await runAlone(`
    const raw = { content: [{ type: 'text', text: 'a' }], structuredContent: 1 }
    console.log(JSON.stringify(adapter.projectResult(raw, { outputSchema: { type: 'number' } })))
  `)
  expect(outcome).toEqual({
    isError: false,
    content: [
      {
        type: 'text',
        text: 'a\n1\n[the result was not checked against its output schema: the schema cannot be used: ajv/dist/2020.js cannot be loaded; programs still have the raw data]',
      },
    ],
    value: { content: [{ type: 'text', text: 'a' }], structuredContent: 1 },
  })
})

test('a call rejects with a plain McpError where no harness is installed', async () => {
  const rejection = await runAlone(`
    const tool = { name: 't', rawName: 't', server: 's', inputSchema: {}, call: async () => ({ isError: true, content: [] }) }
    const definition = adapter.createMcpToolDefinition({ get: () => undefined }, tool)
    const error = await definition.execute({}, { signal: new AbortController().signal }).catch((reason) => reason)
    const { name, message, code, server } = error
    console.log(JSON.stringify({ own: error instanceof adapter.McpError, name, message, code, server }))
  `)
  expect(rejection).toEqual({
    own: true,
    name: 'McpError',
    message: 'The tool failed without saying why.',
    code: 'tool-error',
    server: 's',
  })
})

test('where code generation is forbidden, results come unchecked', async () => {
  const adapter = new URL('../dist/index.js', import.meta.url)
  const program = `
    import { projectResult } from '${adapter.href}'
    console.log(JSON.stringify(projectResult({ structuredContent: 1 }, { outputSchema: { type: 'number' } }).content))
  `
  const flags = ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, flags)
  expect(JSON.parse(stdout)).toEqual([
    {
      type: 'text',
      text: '1\n[the result was not checked against its output schema: the schema cannot be used: Code generation from strings disallowed for this context; programs still have the raw data]',
    },
  ])
})
