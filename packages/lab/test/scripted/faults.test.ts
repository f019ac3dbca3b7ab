import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { childrenOf, eventually, isAlive, linesOf, scripted } from '../../src/index.js'
import { openRaw, type RawClient } from '../rawClient.js'
import { freshFolder } from '../../src/vitest.js'

const ready = async (server: RawClient) => {
  server.send({ id: 1, method: 'ping' })
  return server.next()
}

it('ends at once with a code and a last word', async () => {
  const server = openRaw(scripted('--exit-at-once', '3', '--stderr', 'no key given'))
  const [code] = await server.exit
  await eventually('the last word', () => server.stderr() !== '')
  expect([code, server.stderr()]).toEqual([3, 'no key given\n'])
})

it('counts its starts', async () => {
  const file = join(freshFolder(), 'count')
  const first = openRaw(scripted('--count', file, '--exit-at-once', '0'))
  await first.exit
  const second = openRaw(scripted('--count', file, '--exit-at-once', '0'))
  await second.exit
  expect(linesOf(file)).toEqual([String(first.pid), String(second.pid)])
})

it('prints a banner before the first message', async () => {
  const server = openRaw(scripted('--banner'))
  server.send({ id: 1, method: 'ping' })
  expect([await server.nextLine(), await server.nextLine(), await server.nextLine()]).toEqual([
    'Scripted server 1.0.0',
    'Listening on standard input.',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
  ])
  server.child.kill()
})

it.each([1_000_000, 100, 64, 1])('writes exactly %i bytes to standard error', async (bytes) => {
  const server = openRaw(scripted('--stderr-flood', String(bytes)))
  await ready(server)
  await eventually('all of it', () => server.stderr().length >= bytes)
  expect([server.stderr().length, server.stderr().at(-1)]).toEqual([bytes, '\n'])
  server.child.kill()
})

it('waits at the flood while nobody reads it', async () => {
  const server = openRaw(scripted('--stderr-flood', '1000000'))
  server.child.stderr.pause()
  const answer = ready(server)
  const first = await Promise.race([answer, eventually('a second', () => false, 500).catch(() => 'blocked')])
  server.child.stderr.resume()
  expect([first, await answer]).toEqual(['blocked', { jsonrpc: '2.0', id: 1, result: {} }])
  server.child.kill()
})

it('runs once a lock file, and again when its holder has gone', async () => {
  const lock = join(freshFolder(), 'lock')
  const holder = openRaw(scripted('--lock', lock))
  await ready(holder)
  const second = openRaw(scripted('--lock', lock))
  expect(await second.exit).toEqual([1, null])
  expect(readFileSync(lock, 'utf8')).toBe(String(holder.pid))
  holder.child.kill('SIGTERM')
  await holder.exit
  expect(existsSync(lock)).toBe(false)
})

it('takes over the lock of a holder that was killed', async () => {
  const lock = join(freshFolder(), 'lock')
  const holder = openRaw(scripted('--lock', lock))
  await ready(holder)
  holder.child.kill('SIGKILL')
  await holder.exit
  const next = openRaw(scripted('--lock', lock))
  await ready(next)
  expect(readFileSync(lock, 'utf8')).toBe(String(next.pid))
  next.child.kill()
})

it('survives SIGTERM and the end of its input when told so', async () => {
  const server = openRaw(scripted('--ignore-sigterm'))
  await ready(server)
  server.child.kill('SIGTERM')
  expect(await ready(server)).toMatchObject({ result: {} })
  server.child.stdin.end()
  server.child.kill('SIGTERM')
  server.child.kill('SIGKILL')
  expect(await server.exit).toEqual([null, 'SIGKILL'])
})

it('leaves a grandchild behind that holds standard output', async () => {
  const file = join(freshFolder(), 'grandchild')
  const server = openRaw(scripted('--grandchild', file))
  await ready(server)
  const [grandchild] = linesOf(file).map(Number)
  if (grandchild === undefined) throw new Error('no grandchild was recorded')
  onTestFinished(() => void process.kill(grandchild, 'SIGKILL'))
  expect(childrenOf(server.pid)).toEqual([grandchild])
  server.child.stdin.end()
  await server.exit
  expect([isAlive(grandchild), server.child.stdout.readableEnded]).toEqual([true, false])
})

it('answers late when it starts slowly', async () => {
  const server = openRaw(scripted('--slow-start', '300'))
  const begin = performance.now()
  await ready(server)
  expect(performance.now() - begin).toBeGreaterThan(290)
  server.child.kill()
})
