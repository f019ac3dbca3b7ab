import { expect, it } from 'vitest'

import { parseSecretClient, parseSigningClient, parseToolCalls } from '../../src/driver/context.js'

it('gives the calls that a scenario asks for, their values as they are', () => {
  const call = { name: 'a', arguments: { text: ' padded ', nothing: null, number: 0.25 } }
  expect(parseToolCalls(JSON.stringify({ name: 'http-custom-headers', toolCalls: [call] }))).toEqual([call])
})

it.each([
  ['no JSON', ''],
  ['no calls', '{}'],
  ['an empty list', '{"toolCalls":[]}'],
  ['a call without arguments', '{"toolCalls":[{"name":"a"}]}'],
  ['arguments that are no object', '{"toolCalls":[{"name":"a","arguments":[1]}]}'],
])('throws at %s', (_case, context) => {
  expect(() => parseToolCalls(context)).toThrow()
})

it('gives the client that a scenario has registered, with its issuer where it is named', () => {
  const client = { client_id: 'c', client_secret: 's' }
  expect(parseSecretClient(JSON.stringify(client))).toEqual({ clientId: 'c', clientSecret: 's' })
  expect(parseSecretClient(JSON.stringify({ ...client, issuer: 'https://as.example' }))).toEqual({
    clientId: 'c',
    clientSecret: 's',
    issuer: 'https://as.example',
  })
})

it('gives the client that signs', () => {
  const context = JSON.stringify({ client_id: 'c', private_key_pem: 'pem', signing_algorithm: 'ES256' })
  expect(parseSigningClient(context)).toEqual({ clientId: 'c', privateKey: 'pem', algorithm: 'ES256' })
})

it('throws where the scenario has no client', () => {
  expect(() => parseSecretClient('{"client_id":"c"}')).toThrow()
  expect(() => parseSigningClient('{"client_id":"c","client_secret":"s"}')).toThrow()
})
