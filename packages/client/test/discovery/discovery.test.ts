import { describe, expect, onTestFinished, test } from 'vitest'

import { deferred } from '../../src/deferred.js'
import { Discovery } from '../../src/discovery/discovery.js'
import { clientError, type McpClientError } from '../../src/errors.js'
import { redactor } from '../../src/redaction.js'
import { connectWithTools, ErrorAnswer, SILENT, type RawServer } from '../support/raw-server.js'
import { anySettings } from '../support/settings.js'

const page = (...names: string[]): object => ({ tools: names.map((name) => ({ name })) })

/** A discovery whose every outcome is a line: the tools that are offered, or the code of what went wrong. */
class Watched {
  readonly outcomes: string[] = []
  readonly errors: McpClientError[] = []
  readonly warnings: string[] = []
  readonly discovery: Discovery
  #next = deferred<void>()

  constructor(extra: Readonly<Record<string, unknown>> = {}, foreign = '') {
    this.discovery = new Discovery({
      config: anySettings(extra),
      redact: redactor(anySettings()),
      warn: (message) => void this.warnings.push(message),
      adopt: (tools) => {
        const names = tools.map(({ rawName }) => rawName)
        if (names.includes(foreign)) throw clientError('name-conflict', { server: 'lab', message: 'taken' })
        this.#note(names.join(' '))
      },
      trouble: (error) => {
        this.errors.push(error)
        this.#note(error.code)
      },
    })
  }

  /** Resolves with the outcome after the next change. */
  async afterChange(server: RawServer): Promise<string | undefined> {
    const next = this.#next.promise
    await server.toolsChanged()
    await next
    return this.outcomes.at(-1)
  }

  async begin(answer: () => unknown): Promise<RawServer> {
    const { connection, server } = await connectWithTools(answer)
    const live = new AbortController()
    onTestFinished(() => live.abort())
    await this.discovery.begin(connection, { attempt: new AbortController().signal, live: live.signal })
    return server
  }

  #note(outcome: string): void {
    this.outcomes.push(outcome)
    this.#next.resolve()
    this.#next = deferred()
  }
}

describe('the first discovery', () => {
  test('offers the tools that are allowed', async () => {
    const watched = new Watched({ tools: { allow: ['a*'], deny: ['ab'] } })
    await watched.begin(() => page('c', 'ab', 'aa', 'a'))
    expect(watched.outcomes).toEqual(['a aa'])
  })

  test('says once which patterns no tool matches, and nothing of an empty list', async () => {
    const watched = new Watched({ tools: { allow: ['a', 'b', 'drop_*'], deny: ['drop_*', 'c'] } })
    let names = ['a', 'drop_all']
    const server = await watched.begin(() => page(...names))
    for (const next of [['a', 'drop_all', 'd'], [], ['a', 'b', 'c', 'drop_all']]) {
      names = next
      await watched.afterChange(server)
    }
    expect(watched.outcomes).toEqual(['a', 'a', '', 'a b'])
    expect(watched.warnings).toEqual(['no tool has a raw name that matches "b" of tools.allow, "c" of tools.deny'])
  })

  test.each([
    ['a name is listed twice', page('a', 'a'), 'invalid-list'],
    ['the registry refuses one', page('a', 'foreign'), 'name-conflict'],
    ['it is no list', { tools: 7 }, 'invalid-list'],
    ['the server answers with an error', new ErrorAnswer({ code: -32_603, message: 'no' }), 'protocol'],
  ])('fails the attempt when %s', async (_, answer, code) => {
    const watched = new Watched({}, 'foreign')
    await expect(watched.begin(() => answer)).rejects.toMatchObject({ code })
    expect(watched.outcomes).toEqual([])
  })

  test('ends with its signal', async () => {
    const { connection } = await connectWithTools(() => SILENT)
    const attempt = new AbortController()
    const begun = new Watched().discovery.begin(connection, {
      attempt: attempt.signal,
      live: new AbortController().signal,
    })
    attempt.abort(new Error('too slow'))
    await expect(begun).rejects.toThrow('too slow')
  })
})

describe('a later one', () => {
  test('offers the new set', async () => {
    const watched = new Watched()
    let answer: unknown = page('a')
    const server = await watched.begin(() => answer)
    answer = page('a', 'b')
    expect(await watched.afterChange(server)).toBe('a b')
  })

  test.each([
    ['an invalid list', page('a', 'a'), 'invalid-list'],
    ['a set that the registry refuses', page('foreign'), 'name-conflict'],
    ['an answer that is no list', {}, 'invalid-list'],
    ['an error', new ErrorAnswer({ code: -32_603, message: 'no' }), 'protocol'],
  ])('that gives %s is one error, and the next one counts again', async (_, broken, code) => {
    const watched = new Watched({}, 'foreign')
    let answer: unknown = page('a')
    const server = await watched.begin(() => answer)
    answer = broken
    expect(await watched.afterChange(server)).toBe(code)
    answer = page('a', 'b')
    expect(await watched.afterChange(server)).toBe('a b')
    expect(watched.errors).toHaveLength(1)
  })

  test('that takes too long is one error', async () => {
    const watched = new Watched({ connectTimeoutMs: 100 })
    let answer: unknown = page('a')
    const server = await watched.begin(() => answer)
    answer = SILENT
    expect(await watched.afterChange(server)).toBe('timeout')
    expect(watched.errors[0]?.message).toBe('lab: a refresh of the tool list took longer than 100 ms')
  })

  test('of a new connection that gives an invalid list keeps what was there', async () => {
    const watched = new Watched()
    await watched.begin(() => page('a'))
    await watched.begin(() => page('a', 'a'))
    expect(watched.outcomes).toEqual(['a', 'invalid-list'])
  })

  test('says once what is wrong with a list, until something else is', async () => {
    const watched = new Watched()
    const broken = (...names: string[]): object => ({ tools: names.map((name) => ({ name, inputSchema: 5 })) })
    let answer: unknown = broken('a')
    const server = await watched.begin(() => answer)
    for (const next of [broken('a'), broken('a', 'b'), broken('a', 'b'), page('a'), broken('a')]) {
      answer = next
      await watched.afterChange(server)
    }
    const a = '"a" was left out: its inputSchema is not an object'
    const b = '"b" was left out: its inputSchema is not an object'
    expect(watched.warnings).toEqual([a, `${a}; ${b}`, a].map((remark) => `in its tool list ${remark}`))
  })
})
