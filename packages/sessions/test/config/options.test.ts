import { expect, it } from 'vitest'

import { parseOptions } from '../../src/config/options.js'

it('names every wrong option at once', () => {
  const wrong = {
    mcpServers: {},
    permission: 'ask',
    onElicitation: 'ask',
    images: 1,
    startup: 'later',
    harness: { tools: {} },
    logger: {},
    openUl: 1,
  }
  expect(() => parseOptions(wrong)).toThrow(
    /^invalid options:\n {2}permission: expected a function\n {2}onElicitation: expected a function\n {2}images: [^]*startup: [^]*harness: expected an object with tools\.register\(\)\n {2}logger: expected info\(\), warn\(\) and error\(\)\n[^]*"openUl"/,
  )
})

it('takes what it knows, and the map with it', () => {
  const parsed = parseOptions({ mcpServers: { a: { command: 'x' } }, startup: 'background', images: false })
  expect(parsed).toMatchObject({ startup: 'background', images: false })
  expect([...parsed.entries.keys()]).toEqual(['a'])
})

it.each([undefined, null, 7])('refuses %j', (options) => {
  expect(() => parseOptions(options)).toThrow(/^invalid options:/)
})
