import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'

import { eventually, freePort } from '@harness-mcp/lab'
import { freshFolder } from '@harness-mcp/lab/vitest'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'

import { startRegistry } from '../src/index.js'

const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}-/ping`).then(
    ({ ok }) => ok,
    () => false,
  )

it('takes another port when somebody was faster, and is gone when it is closed', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const ports = [z.object({ port: z.number() }).parse(other.address()).port, await freePort()]
  const asked = [...ports]
  const registry = await startRegistry(async () => asked.shift() ?? 0)
  expect(registry.url).toBe(`http://127.0.0.1:${ports[1]}/`)
  expect(await isUp(registry.url)).toBe(true)
  await registry.close()
  expect(await isUp(registry.url)).toBe(false)
})

it('says why it did not start', async () => {
  await expect(startRegistry(async () => 65_536)).rejects.toThrow(/^the registry did not start: [^]*65536/)
})

it('leaves neither a process nor a folder when the one that started it is killed', async () => {
  const folder = freshFolder()
  const program = `
    import { startRegistry } from ${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)}
    const { url } = await startRegistry()
    console.log(url)
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: folder, TEMP: folder },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line]: unknown[] = await once(child.stdout, 'data')
  const url = String(line).trim()
  expect(await isUp(url)).toBe(true)
  child.kill('SIGKILL')
  await eventually('the folder is empty', () => readdirSync(folder).length === 0)
  expect(await isUp(url)).toBe(false)
})
