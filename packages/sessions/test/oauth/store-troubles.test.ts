import { mkdirSync, writeFileSync } from 'node:fs'

import { startModernHttp } from '@harness-mcp/lab'
import { freshFile } from '@harness-mcp/lab/vitest'
import { expect, it, onTestFinished } from 'vitest'

import { fileTokenStore } from '../../src/index.js'
import { browser, freshStore, protectedServer } from '../support/protected.js'
import { sessionOf, states } from '../support/sessions.js'

/** A store that nobody can read or write: a folder has its name. */
function brokenStore() {
  const file = freshFile()
  mkdirSync(file)
  return fileTokenStore(file)
}

it('a server that asks for no token is ready, whatever the store is like', async () => {
  const open = await startModernHttp()
  onTestFinished(() => open.close())
  const session = await sessionOf({ web: { url: open.url } }, { tokenStore: brokenStore() })
  expect(states(session)).toEqual({ web: 'ready' })
  expect((await session.call('mcp__web__add', { a: 1, b: 2 })).isError).toBe(false)
})

it('one that asks for a token says what is wrong with the store', async () => {
  const lab = await protectedServer()
  const session = await sessionOf({ web: { url: lab.url } }, { tokenStore: brokenStore() })
  expect(session.status()[0]).toMatchObject({ state: 'auth-required', reason: expect.stringContaining('EISDIR') })
})

it('tokens that cannot be saved are an error of authenticate()', async () => {
  const lab = await protectedServer()
  const { file, tokenStore } = freshStore()
  const session = await sessionOf(
    { web: { url: lab.url } },
    {
      tokenStore: {
        ...tokenStore,
        change: (change) =>
          tokenStore.change((all) => {
            const next = change(all)
            if (next.some(({ tokens }) => tokens)) throw new Error('the disk is full')
            return next
          }),
      },
      openUrl: browser().openUrl,
    },
  )
  await expect(session.authenticate('web')).rejects.toThrow('web: the authorization failed: the disk is full')
  expect(file).toBeTruthy()
})

it('a file that is broken while it is used is set aside, and the person is asked again', async () => {
  const lab = await protectedServer()
  const { file, tokenStore } = freshStore()
  const { openUrl } = browser()
  const session = await sessionOf({ web: { url: lab.url } }, { tokenStore, openUrl })
  await session.authenticate('web')
  writeFileSync(file, '{ "version": 1, "grants": [')
  lab.authorizationServer.grants.expireAccess()
  expect((await session.call('mcp__web__add', { a: 1, b: 2 })).code).toBe('auth-required')
  await session.authenticate('web')
  expect(states(session)).toEqual({ web: 'ready' })
})

it.skipIf(process.platform !== 'linux')(
  'a store that nobody can write to is the reason, for the person too',
  async () => {
    const lab = await protectedServer()
    const openUrl = (): never => expect.unreachable()
    const session = await sessionOf(
      { web: { url: lab.url } },
      { tokenStore: fileTokenStore('/proc/self/tokens.json'), openUrl },
    )
    expect(session.status()[0]).toMatchObject({ state: 'auth-required', reason: expect.stringContaining('ENOENT') })
    await expect(session.authenticate('web')).rejects.toMatchObject({
      code: 'auth-required',
      message: expect.stringMatching(/^web: no authorization can be had: ENOENT/),
    })
  },
)
