import { expect, test } from 'vitest'

import { inPlainEnvironment } from '../src/environment.js'

test('only what every client hands on is left, for as long as the work takes', async () => {
  process.env['BENCH_TEST'] = 'set'
  const during = await inPlainEnvironment(() => Promise.resolve({ ...process.env }))
  expect(during['BENCH_TEST']).toBeUndefined()
  expect(during['PATH']).toBe(process.env['PATH'])
  expect(process.env['BENCH_TEST']).toBe('set')
  delete process.env['BENCH_TEST']
})

test('work that fails gives the environment back too', async () => {
  process.env['BENCH_TEST'] = 'set'
  await expect(inPlainEnvironment(() => Promise.reject(new Error('broke')))).rejects.toThrow('broke')
  expect(process.env['BENCH_TEST']).toBe('set')
  delete process.env['BENCH_TEST']
})
