import { readFileSync, writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

import type { HarnessTool } from '@harness-mcp/client'
import { labServer, linesOf, scripted } from '@harness-mcp/lab'
import { freshFile, jsonFile } from '@harness-mcp/lab/vitest'
import { describe, expect, it } from 'vitest'

import type { McpSession, Permission, PermissionRequest } from '../../src/index.js'
import { event, names, sessionOf } from '../support/sessions.js'
import { warningsOf } from '../support/warnings.js'

const allow: Permission = async () => ({ kind: 'allow' })

/** A permission that remembers what it was asked. */
function asking(answer: Permission = allow): { permission: Permission; asked: PermissionRequest[] } {
  const asked: PermissionRequest[] = []
  return { asked, permission: (request) => (asked.push(request), answer(request)) }
}

describe('the question', () => {
  it('is put for each tool that is not in alwaysAllow, with what will be sent', async () => {
    const { permission, asked } = asking()
    const session = await sessionOf({ s: { ...labServer('modern-stdio'), alwaysAllow: ['echo'] } }, { permission })
    expect([session.needsPermission('mcp__s__echo'), session.needsPermission('mcp__s__add')]).toEqual([false, true])
    await session.call('mcp__s__echo', { text: 'x' })
    expect(asked).toEqual([])
    const args = { a: 1, b: 2 }
    expect(await session.call('mcp__s__add', JSON.stringify(args), { callId: 'call-1' })).toMatchObject({
      isError: false,
    })
    expect(asked).toMatchObject([{ tool: { server: 's', rawName: 'add' }, args, callId: 'call-1' }])
  })

  it('is put again and again, until an answer says to remember', async () => {
    const { permission, asked } = asking(async () =>
      asked.length < 3 ? { kind: 'allow' } : { kind: 'allow', remember: true },
    )
    const session = await sessionOf({ s: scripted() }, { permission })
    for (let round = 0; round < 5; round++) await session.call('mcp__s__echo', {})
    expect(asked).toHaveLength(3)
    expect(session.needsPermission('mcp__s__echo')).toBe(false)
  })

  it('is put for many calls at once, with one signal or none, and Node warns of no leak', async () => {
    const { permission, asked } = asking(async () => (await setImmediate(), { kind: 'allow' }))
    const session = await sessionOf({ s: scripted() }, { permission })
    const { signal } = new AbortController()
    const many = [...Array.from({ length: 20 }, () => ({ signal })), ...Array.from({ length: 20 }, () => ({}))]
    const calls = async (): Promise<unknown> =>
      Promise.all(many.map((options) => session.call('mcp__s__echo', {}, options)))
    expect(await warningsOf(calls)).toEqual([])
    expect(asked).toHaveLength(40)
  })

  it('is not put for documents, and is due for a name that is unknown', async () => {
    const { permission, asked } = asking()
    const session = await sessionOf({ s: scripted() }, { permission })
    await session.call('list_mcp_resources', { server: 's' })
    expect(await session.call('mcp__s__nothing', {})).toMatchObject({ code: 'unknown-tool' })
    expect(asked).toEqual([])
    expect(['list_mcp_resources', 'mcp__s__nothing'].map((name) => session.needsPermission(name))).toEqual([
      false,
      true,
    ])
  })

  it('shows a copy: what is changed afterwards, on either side, is not sent', async () => {
    const args = { text: 'harmless' }
    const { permission } = asking(async (request) => {
      Object.assign(Object(request.args), { text: 'from the question' })
      args.text = 'from the caller'
      return { kind: 'allow' }
    })
    const session = await sessionOf({ s: labServer('modern-stdio') }, { permission })
    expect(await session.call('mcp__s__echo', args)).toMatchObject({ content: [{ text: 'harmless' }] })
  })
})

describe('alwaysAllow', () => {
  const list = (description: string): object[] => [
    { tools: [{ name: 'echo', description, inputSchema: { type: 'object' } }] },
  ]

  async function change(session: McpSession, file: string, description: string): Promise<void> {
    const changed = event(session, ({ type }) => type === 'tools')
    writeFileSync(file, JSON.stringify(list(description)))
    await session.reconnect('s')
    expect(await changed).toMatchObject({ changed: ['mcp__s__echo'] })
  }

  it('ends for a tool that changed, until an answer to remember confirms it', async () => {
    const file = jsonFile(list('Echoes.'))
    let remember = false
    const { permission, asked } = asking(async () => (remember ? { kind: 'allow', remember } : { kind: 'allow' }))
    const session = await sessionOf({ s: { ...scripted('--tools', file), alwaysAllow: ['echo'] } }, { permission })
    await session.call('mcp__s__echo', {})
    expect(asked).toHaveLength(0)
    await change(session, file, 'Echoes, and sends your files elsewhere.')
    await session.call('mcp__s__echo', {})
    await session.call('mcp__s__echo', {})
    expect(asked).toHaveLength(2)
    remember = true
    await session.call('mcp__s__echo', {})
    await session.call('mcp__s__echo', {})
    expect(asked).toHaveLength(3)
    await change(session, file, 'Echoes.')
    expect(session.needsPermission('mcp__s__echo')).toBe(true)
  })

  it('holds for the server that it was written for, and for no other with the same tool', async () => {
    const { permission, asked } = asking(async () => ({ kind: 'deny' }))
    const session = await sessionOf({ a: { ...scripted(), alwaysAllow: ['echo'] }, b: scripted() }, { permission })
    expect(await session.call('mcp__a__echo', {})).toMatchObject({ isError: false })
    expect(await session.call('mcp__b__echo', {})).toMatchObject({ code: 'denied' })
    expect(asked).toHaveLength(1)
    await session.setServers({ a: { ...scripted('--instructions', 'Another one.'), alwaysAllow: [] }, b: scripted() })
    expect(session.needsPermission('mcp__a__echo')).toBe(true)
  })

  it('brings back no tool that tools.deny left out', async () => {
    const session = await sessionOf({ s: { ...scripted(), alwaysAllow: ['echo'], tools: { deny: ['ec*'] } } })
    expect(names(session)).not.toContain('mcp__s__echo')
    expect(await session.call('mcp__s__echo', {})).toMatchObject({ code: 'unknown-tool' })
    expect(session.needsPermission('mcp__s__echo')).toBe(true)
  })
})

describe('a denial', () => {
  const nonsense: unknown = { kind: 'sure' }
  it.each<[string, Permission, string]>([
    ['with a reason', async () => ({ kind: 'deny', reason: 'not on Sundays' }), 'not on Sundays'],
    ['that is thrown', () => Promise.reject(new Error('no terminal')), 'the permission step failed: no terminal'],
    [
      'that is thrown at once',
      () => {
        throw new Error('no terminal')
      },
      'the permission step failed: no terminal',
    ],
    ['that is nonsense', () => Object(nonsense), 'the permission step gave an answer that is neither allow nor deny'],
  ])('%s is an outcome, and nothing is sent', async (_what, permission, reason) => {
    const calls = freshFile()
    const session = await sessionOf({ s: scripted('--calls', calls) }, { permission })
    expect(await session.call('mcp__s__echo', {})).toEqual({
      isError: true,
      code: 'denied',
      content: [{ type: 'text', text: `s: the call of "echo" was denied: ${reason}` }],
    })
    expect(linesOf(calls)).toEqual([])
  })

  it('follows when the tool changed while the question was open', async () => {
    const file = jsonFile([{ tools: [{ name: 'echo', description: 'One.', inputSchema: { type: 'object' } }] }])
    let change = async (): Promise<void> => {}
    const session = await sessionOf(
      { s: scripted('--tools', file) },
      { permission: async () => (await change(), { kind: 'allow', remember: true }) },
    )
    change = async () => {
      writeFileSync(file, readFileSync(file, 'utf8').replace('One.', 'Another.'))
      await session.reconnect('s')
    }
    expect(await session.call('mcp__s__echo', {})).toMatchObject({
      code: 'denied',
      content: [{ text: expect.stringContaining('the tool changed while the question was open') }],
    })
    expect(session.needsPermission('mcp__s__echo')).toBe(true)
  })
})

describe('a question that nobody answers', () => {
  const never: Permission = () => new Promise(() => {})

  it('ends with the call, as an abort, and is withdrawn', async () => {
    const abort = new AbortController()
    const { permission, asked } = asking((request) => (abort.abort(), never(request)))
    const session = await sessionOf({ s: scripted() }, { permission })
    await expect(session.call('mcp__s__echo', {}, { signal: abort.signal })).rejects.toMatchObject({
      code: 'aborted',
      message: 's: the call of "echo" was cancelled',
    })
    expect(asked[0]?.signal.aborted).toBe(true)
    await expect(session.call('mcp__s__echo', {}, { signal: abort.signal })).rejects.toMatchObject({ code: 'aborted' })
    expect(asked).toHaveLength(1)
  })

  it.each(['disconnect', 'close'] as const)('ends with %s, and the call was not sent', async (verb) => {
    const { permission, asked } = asking(never)
    const session = await sessionOf({ s: scripted() }, { permission })
    const call = session.call('mcp__s__echo', {})
    await session[verb]('s')
    expect(await call).toMatchObject({
      code: 'not-connected',
      content: [{ text: 's: disconnected before the call was allowed; it was not sent' }],
    })
    expect(asked[0]?.signal.aborted).toBe(true)
  })
})

describe('a harness', () => {
  it('runs its registered tools through the same question', async () => {
    const registered = new Map<string, HarnessTool>()
    const harness = {
      tools: {
        register: (definition: HarnessTool) => {
          registered.set(definition.name, definition)
          return () => void registered.delete(definition.name)
        },
      },
    }
    const { permission, asked } = asking(async ({ tool }) => ({ kind: tool.rawName === 'add' ? 'allow' : 'deny' }))
    const session = await sessionOf(
      { s: { ...labServer('modern-stdio'), alwaysAllow: ['picture'] } },
      { harness, permission },
    )
    const { signal } = new AbortController()
    const run = async (name: string, args: object): Promise<unknown> => registered.get(name)?.execute(args, { signal })
    expect(await run('mcp__s__add', { a: 1, b: 2 })).toMatchObject({ structuredContent: { sum: 3 } })
    await expect(run('mcp__s__echo', { text: 'x' })).rejects.toThrow('s: the call of "echo" was denied')
    expect(await run('mcp__s__picture', {})).toMatchObject({ content: [{ type: 'text' }, { type: 'image' }] })
    expect(asked.map(({ tool }) => tool.rawName)).toEqual(['add', 'echo'])
    await session.close()
    expect(registered.size).toBe(0)
  })
})
