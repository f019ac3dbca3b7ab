import { expect, test } from 'vitest'

import { reserveName } from '../../src/registration/reserved-names.js'

test('a name is taken once within a scope, and the earlier one is not affected', () => {
  const scope = {}
  reserveName(scope, 'github')
  expect(() => reserveName(scope, 'github')).toThrow(
    'github: another server of this scope already has this serverName; the earlier one is not affected',
  )
  expect(() => reserveName(scope, 'github')).toThrow(
    expect.objectContaining({ code: 'invalid-config', server: 'github' }),
  )
})

test('another name, another case and another scope are free', () => {
  const scope = {}
  reserveName(scope, 'github')
  expect(() => [reserveName(scope, 'gitlab'), reserveName(scope, 'GitHub'), reserveName({}, 'github')]).not.toThrow()
})

test('the undo frees the name', () => {
  const scope = {}
  reserveName(scope, 'github')()
  expect(() => reserveName(scope, 'github')).not.toThrow()
})

test('an undo that is called again does not free the name of a later one', () => {
  const scope = {}
  const undo = reserveName(scope, 'github')
  undo()
  reserveName(scope, 'github')
  undo()
  expect(() => reserveName(scope, 'github')).toThrow('already has this serverName')
})
