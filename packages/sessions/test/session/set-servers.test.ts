import { createSdkMcpServer } from '@harness-mcp/in-process'
import { linesOf, processesOf, scripted } from '@harness-mcp/lab'
import { freshFile } from '@harness-mcp/lab/vitest'
import { describe, expect, it } from 'vitest'

import { event, names, reaches, sessionOf, states } from '../support/sessions.js'

describe('another map', () => {
  it('is taken on by difference: unchanged servers keep their process, and the report says the rest', async () => {
    const files = { kept: freshFile(), edited: freshFile(), gone: freshFile(), fresh: freshFile() }
    const kept = scripted('--count', files.kept)
    const session = await sessionOf({
      kept,
      edited: scripted('--count', files.edited),
      gone: scripted('--count', files.gone),
    })
    const result = await session.setServers({
      fresh: scripted('--count', files.fresh),
      edited: scripted('--count', files.edited, '--instructions', 'New.'),
      kept,
      missing: { command: 'no-such-program' },
    })
    expect(result).toEqual({
      added: ['fresh', 'missing'],
      removed: ['gone'],
      changed: ['edited'],
      unchanged: ['kept'],
      errors: { missing: expect.stringMatching(/^failed: the command "no-such-program" was not found/) },
    })
    expect(session.status().map(({ server }) => server)).toEqual(['fresh', 'edited', 'kept', 'missing'])
    expect(states(session)).toEqual({ fresh: 'ready', edited: 'ready', kept: 'ready', missing: 'failed' })
    expect(linesOf(files.kept)).toHaveLength(1)
    expect(linesOf(files.edited)).toHaveLength(2)
    expect(processesOf(files.edited)).toHaveLength(1)
    expect(processesOf(files.gone)).toEqual([])
    expect(session.prompt()).toContain('New.')
    expect(names(session)).not.toContain('mcp__gone__echo')
    await expect(session.connect('gone')).rejects.toMatchObject({ code: 'unknown-server' })
  })

  it('with a wrong entry leaves that server as it was', async () => {
    const session = await sessionOf({ s: scripted(), t: scripted() })
    const wrong: unknown = { s: { comand: 'x' }, 'a b': { command: 'x' }, u: scripted() }
    expect(await session.setServers(Object(wrong))).toEqual({
      added: ['u'],
      removed: ['t'],
      changed: [],
      unchanged: [],
      errors: {
        s: expect.stringMatching(/^mcpServers\.s: expected a command/),
        'a b': expect.stringMatching(/expected a name/),
      },
    })
    expect(states(session)).toEqual({ s: 'ready', u: 'ready' })
  })

  it('with an entry that cannot be read leaves that server as it was, and takes on the others', async () => {
    const session = await sessionOf({ s: scripted() })
    const map = {
      s: {
        get command(): string {
          throw new Error('a getter breaks')
        },
      },
      t: scripted(),
    }
    expect(await session.setServers(map)).toMatchObject({
      added: ['t'],
      errors: { s: 'mcpServers.s: it cannot be read: a getter breaks' },
    })
    expect(states(session)).toEqual({ s: 'ready', t: 'ready' })
  })

  it('that is none changes nothing', async () => {
    const session = await sessionOf({ s: scripted() })
    const none: unknown = []
    await expect(session.setServers(Object(none))).rejects.toMatchObject({ code: 'invalid-config' })
    expect(states(session)).toEqual({ s: 'ready' })
  })

  it('costs no connection when only alwaysAllow or disabled differ', async () => {
    const count = freshFile()
    const place = scripted('--count', count)
    const session = await sessionOf({ s: place })
    expect(session.needsPermission('mcp__s__echo')).toBe(true)
    expect(await session.setServers({ s: { ...place, alwaysAllow: ['echo'] } })).toMatchObject({ changed: ['s'] })
    expect(session.needsPermission('mcp__s__echo')).toBe(false)
    expect(linesOf(count)).toHaveLength(1)
    await session.setServers({ s: { ...place, disabled: true } })
    expect(states(session)).toEqual({ s: 'disabled' })
    await session.setServers({ s: place })
    expect(states(session)).toEqual({ s: 'ready' })
    expect(linesOf(count)).toHaveLength(2)
  })

  it('leaves alone what was connected or disconnected by hand, as long as its entry is the same', async () => {
    const map = { on: { ...scripted(), disabled: true }, off: scripted() }
    const session = await sessionOf(map)
    await Promise.all([session.connect('on'), session.disconnect('off')])
    expect(await session.setServers(map)).toMatchObject({ unchanged: ['on', 'off'] })
    expect(states(session)).toEqual({ on: 'ready', off: 'closed' })
    await session.setServers({ on: { ...map.on, maxModelBytes: 9_999 }, off: { ...map.off, maxModelBytes: 9_999 } })
    expect(states(session)).toEqual({ on: 'ready', off: 'ready' })
  })

  it('after another one ends as the last of them', async () => {
    const count = freshFile()
    const place = scripted('--count', count)
    const session = await sessionOf({ s: place })
    await Promise.all([
      session.setServers({}),
      session.setServers({ s: place }),
      session.setServers({ s: place, t: place }),
    ])
    expect(states(session)).toEqual({ s: 'ready', t: 'ready' })
    expect(processesOf(count)).toHaveLength(2)
  })

  it('that another one overtakes says nothing of servers that are not its own any more', async () => {
    const place = scripted()
    const session = await sessionOf({ edited: place })
    const results = await Promise.all([
      session.setServers({ edited: scripted('--instructions', 'One.'), moved: place }),
      session.setServers({}),
      session.setServers({ edited: scripted('--instructions', 'Two.'), moved: place }),
    ])
    expect(results.map(({ errors }) => errors)).toEqual([{}, {}, {}])
    expect(states(session)).toEqual({ edited: 'ready', moved: 'ready' })
  })

  it('whose servers come and go forty times in a row leaves the last ones, each with one process', async () => {
    const counts = [freshFile(), freshFile()] as const
    const [a, b] = [scripted('--count', counts[0]), scripted('--count', counts[1])]
    const session = await sessionOf({})
    const maps = [{ a }, { b }, {}, { a, b }]
    const results = await Promise.all(Array.from({ length: 40 }, (_, turn) => session.setServers(maps[turn % 4] ?? {})))
    expect(results.at(-1)).toMatchObject({ added: ['a', 'b'], errors: {} })
    expect(states(session)).toEqual({ a: 'ready', b: 'ready' })
    expect(counts.map((count) => processesOf(count).length)).toEqual([1, 1])
    await session.close()
    expect(counts.map((count) => processesOf(count).length)).toEqual([0, 0])
  })

  it('in whose middle a listener closes the session, or asks for another map, starts nothing that it should not', async () => {
    const count = freshFile()
    const place = scripted('--count', count)
    const closed = await sessionOf({})
    closed.subscribe(() => void closed.close())
    await closed.setServers({ a: place, b: place })
    await closed.close()
    expect(linesOf(count)).toEqual([])
    const session = await sessionOf({})
    let nested: Promise<unknown> | undefined
    session.subscribe(() => void (nested ??= session.setServers({ b: place })))
    await session.setServers({ a: place, c: place })
    await nested
    expect(states(session)).toEqual({ b: 'ready' })
    expect(processesOf(count)).toHaveLength(1)
  })

  it('does not wait for first attempts in a session of the background', async () => {
    const session = await sessionOf({}, { startup: 'background' })
    const appeared = event(session, ({ type, server }) => type === 'state' && server === 's')
    expect(await session.setServers({ s: scripted() })).toMatchObject({ added: ['s'], errors: {} })
    expect(await appeared).toMatchObject({ snapshot: { state: 'connecting' } })
    await reaches(session, 's', 'ready')
  })

  it('keeps a handle that is the same object, and connects another one anew', async () => {
    const make = (): ReturnType<typeof createSdkMcpServer> =>
      createSdkMcpServer({ name: 'x', version: '1.0.0', tools: [] })
    const mine = make()
    const session = await sessionOf({ mine })
    expect(await session.setServers({ mine })).toMatchObject({ unchanged: ['mine'] })
    expect(await session.setServers({ mine: make() })).toMatchObject({ changed: ['mine'], errors: {} })
    expect(states(session)).toEqual({ mine: 'ready' })
  })
})
