import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, it, onTestFinished } from 'vitest'

import { fileTokenStore, type Grant } from '../../src/index.js'
import { freshFile } from '@harness-mcp/lab/vitest'

const run = promisify(execFile)
const dist = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

function grant(server: string): Grant {
  const tokens = { access_token: `token of ${server}`, token_type: 'Bearer' }
  return { server, client: '', scopes: '', issuer: 'https://login.example', tokens, savedAt: 1 }
}

function beside(file: string): string[] {
  return readdirSync(dirname(file)).filter((name) => name !== basename(file))
}

it('has nothing before something is saved', async () => {
  expect(await fileTokenStore(freshFile()).read()).toEqual([])
})

it('keeps a hundred that are saved at once, by stores that know nothing of each other', async () => {
  const file = freshFile()
  const servers = Array.from({ length: 100 }, (_, index) => `https://${index}.example/mcp`)
  await Promise.all(servers.map((server) => fileTokenStore(file).change((all) => [...all, grant(server)])))
  const kept = await fileTokenStore(file).read()
  expect(kept.map(({ server }) => server).toSorted()).toEqual(servers.toSorted())
  expect(beside(file)).toEqual([])
})

it('keeps what several processes save at once', async () => {
  const file = freshFile()
  const source = (name: string): string => `
    import { fileTokenStore } from ${JSON.stringify(dist)}
    const store = fileTokenStore(${JSON.stringify(file)})
    const saves = Array.from({ length: 10 }, (_, index) => store.change((all) => [...all, {
      server: 'https://${name}.example/' + index, client: '', scopes: '', issuer: 'https://login.example', savedAt: 1,
    }]))
    await Promise.all(saves)
  `
  const start = (name: string): Promise<unknown> =>
    run(process.execPath, ['--input-type=module', '--eval', source(name)])
  await Promise.all(['a', 'b', 'c', 'd'].map(start))
  expect(new Set((await fileTokenStore(file).read()).map(({ server }) => server)).size).toBe(40)
})

it('writes a file that only its owner may read, also in place of another', async () => {
  const file = freshFile()
  writeFileSync(file, '{ "version": 1, "grants": [] }', { mode: 0o644 })
  await fileTokenStore(file).change(() => [grant('https://a.example/mcp')])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it.each(['{ "version": 1, "grants": [', 'not json', '{ "version": 2 }', '{ "version": 1, "grants": [{}] }', '\0'])(
  'sets a file aside that says %j',
  async (text) => {
    const file = freshFile()
    writeFileSync(file, text)
    const store = fileTokenStore(file)
    expect(await store.read()).toEqual([])
    await store.change((all) => [...all, grant('https://a.example/mcp')])
    expect(await store.read()).toEqual([grant('https://a.example/mcp')])
    const [aside, ...others] = beside(file)
    expect(others).toEqual([])
    expect(aside).toMatch(/^file\.corrupt-\d+$/)
    expect(readFileSync(file.replace(/file$/, aside ?? ''), 'utf8')).toBe(text)
  },
)

it('runs work of one name one after the other, and of two names side by side', async () => {
  const file = freshFile()
  const order: string[] = []
  const work = (name: string, says: string) => (): Promise<void> =>
    fileTokenStore(file).exclusively(name, async () => {
      order.push(`${says} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      order.push(`${says} ends`)
    })
  await Promise.all([work('a', 'first')(), work('a', 'second')()])
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
  let release = (): void => {}
  const held = fileTokenStore(file).exclusively('a', () => new Promise<void>((resolve) => (release = resolve)))
  await work('b', 'third')()
  release()
  await held
})

it('a work that fails lets the next one in', async () => {
  const store = fileTokenStore(freshFile())
  await expect(store.exclusively('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await store.exclusively('a', async () => 'in')).toBe('in')
})

it('waits for no process that is gone', async () => {
  const file = freshFile()
  const source = `
    import { fileTokenStore } from ${JSON.stringify(dist)}
    await fileTokenStore(${JSON.stringify(file)}).exclusively('a', async () => process.kill(process.pid, 'SIGKILL'))
  `
  await expect(run(process.execPath, ['--input-type=module', '--eval', source])).rejects.toMatchObject({
    signal: 'SIGKILL',
  })
  expect(beside(file)).toEqual([expect.stringMatching(/\.lock$/)])
  expect(await fileTokenStore(file).exclusively('a', async () => 'in')).toBe('in')
}, 30_000)

it('makes the folder, for its owner alone', async () => {
  const file = `${freshFile()}/deep/tokens.json`
  await fileTokenStore(file).change(() => [grant('https://a.example/mcp')])
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
})

it('writes through a link, and leaves it one', async () => {
  const [file, link] = [freshFile(), freshFile()]
  writeFileSync(file, '{ "version": 1, "grants": [] }')
  symlinkSync(file, link)
  await fileTokenStore(link).change(() => [grant('https://a.example/mcp')])
  expect(await fileTokenStore(file).read()).toEqual([grant('https://a.example/mcp')])
})

it.skipIf(process.platform !== 'linux')('says at once that nobody may write there', async () => {
  const store = fileTokenStore('/proc/self/tokens.json')
  await expect(store.change((all) => all)).rejects.toThrow(/^ENOENT|^EACCES|^EPERM/)
  await expect(store.exclusively('a', async () => 'in')).rejects.toThrow(/^ENOENT|^EACCES|^EPERM/)
})

it('rejects when something else has its name', async () => {
  const file = freshFile()
  mkdirSync(file)
  await expect(fileTokenStore(file).read()).rejects.toThrow('EISDIR')
  await expect(fileTokenStore(file).change((all) => all)).rejects.toThrow('EISDIR')
})

it('who waits for a turn may stop waiting', async () => {
  const file = freshFile()
  const source = `
    import { fileTokenStore } from ${JSON.stringify(dist)}
    await fileTokenStore(${JSON.stringify(file)}).exclusively('a', async () => {
      console.log('in')
      for await (const _ of process.stdin);
    })
  `
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', source])
  onTestFinished(() => void holder.kill())
  await once(holder.stdout, 'data')
  const ended = new AbortController()
  const store = fileTokenStore(file)
  const waiting = store.exclusively('a', () => expect.unreachable(), { signal: ended.signal })
  setImmediate(() => ended.abort(new Error('nobody waits')))
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  await expect(store.exclusively('a', () => expect.unreachable(), ended)).rejects.toThrow('nobody waits')
  holder.stdin.end()
  expect(await store.exclusively('a', async () => 'in')).toBe('in')
})
