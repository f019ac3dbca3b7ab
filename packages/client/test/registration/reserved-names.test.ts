import { expect, test } from 'vitest'

import { type Reservation, reserveName } from '../../src/registration/reserved-names.js'
import { failureOf } from '../support/failure.js'

const { signal } = new AbortController()
const take = (scope: object, name: string): Promise<Reservation> => reserveName(scope, name, signal)

test('a name is taken once within a scope, and the earlier one is not affected', async () => {
  const scope = {}
  await take(scope, 'github')
  for (let time = 0; time < 2; time++) {
    expect(await failureOf(take(scope, 'github'))).toMatchObject({
      code: 'invalid-config',
      server: 'github',
      message: 'github: another server of this scope already has this serverName; the earlier one is not affected',
    })
  }
})

test('another name, another case and another scope are free', async () => {
  const scope = {}
  await take(scope, 'github')
  await Promise.all([take(scope, 'gitlab'), take(scope, 'GitHub'), take({}, 'github')])
})

test('a start that was cancelled before takes no name', async () => {
  const scope = {}
  expect(await failureOf(reserveName(scope, 'github', AbortSignal.abort()))).toMatchObject({ code: 'aborted' })
  await take(scope, 'github')
})

test('a freed name is free', async () => {
  const scope = {}
  const name = await take(scope, 'github')
  name.free()
  await take(scope, 'github')
})

test('a name that is freed again stays with the later one', async () => {
  const scope = {}
  const name = await take(scope, 'github')
  name.free()
  await take(scope, 'github')
  name.free()
  expect(await failureOf(take(scope, 'github'))).toMatchObject({ code: 'invalid-config' })
})

test('the name of one who leaves is waited for, by one alone', async () => {
  const scope = {}
  const order: string[] = []
  const name = await take(scope, 'github')
  name.leave()
  const first = take(scope, 'github').then(() => order.push('taken'))
  const second = failureOf(take(scope, 'github'))
  order.push('freed')
  name.free()
  await first
  expect(order).toEqual(['freed', 'taken'])
  expect(await second).toMatchObject({ code: 'invalid-config' })
})

test('two who leave may take the names of each other', async () => {
  const scope = {}
  const [a, b] = await Promise.all([take(scope, 'a'), take(scope, 'b')])
  a.leave()
  b.leave()
  const swapped = Promise.all([take(scope, 'b'), take(scope, 'a')])
  a.free()
  b.free()
  await swapped
})

test('the wait ends with its signal, and leaves the name alone', async () => {
  const scope = {}
  const name = await take(scope, 'github')
  name.leave()
  const abort = new AbortController()
  const waiting = failureOf(reserveName(scope, 'github', abort.signal))
  abort.abort()
  expect(await waiting).toMatchObject({ code: 'aborted', server: 'github' })
  name.free()
  await take(scope, 'github')
})
