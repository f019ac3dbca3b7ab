import { expect, test } from 'vitest'

import { serverEnvironment } from '../../src/transport/environment.js'

test.each([
  'API_KEY',
  'github_token',
  'Db_Password',
  'CLIENT_SECRET',
  'MONKEY',
  'KEYBOARD',
  'DSH_HOME',
  'dsh_mode',
  'tokens',
])('%s of the harness is withheld', (name) => {
  expect(serverEnvironment({ [name]: 'x' }, {})).toEqual({})
})

test.each(['PATH', 'HOME', 'LANG', 'NODE_ENV', 'MY_DSH_HOME', 'npm_config_cache', ''])(
  '%s of the harness is passed on',
  (name) => {
    expect(serverEnvironment({ [name]: 'x' }, {})).toEqual({ [name]: 'x' })
  },
)

test('what is configured wins over both the harness and the scrubbing', () => {
  expect(serverEnvironment({ PATH: '/bin', API_KEY: 'theirs' }, { PATH: '/opt', API_KEY: 'ours' })).toEqual({
    PATH: '/opt',
    API_KEY: 'ours',
  })
})

test('a variable that is not set is left out', () => {
  expect(serverEnvironment({ A: undefined, B: '' }, {})).toEqual({ B: '' })
})

test('the given objects are not changed', () => {
  const parent = Object.freeze({ API_KEY: 'x', PATH: '/bin' })
  const extra = Object.freeze({ A: '1' })
  expect(serverEnvironment(parent, extra)).toEqual({ PATH: '/bin', A: '1' })
})
