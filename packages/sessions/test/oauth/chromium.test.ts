import { describe, expect, it } from 'vitest'

import { chromiumSuite, startChromium } from '../support/chromium.js'
import { freshStore, protectedServer } from '../support/protected.js'
import { sessionOf, states } from '../support/sessions.js'

describe.skipIf(chromiumSuite.isMissing)(`a person with a real browser${chromiumSuite.note}`, () => {
  it('presses the button, reads a plain page, and the server is ready', async () => {
    const lab = await protectedServer()
    lab.authorizationServer.behaviour.asks = true
    const page = await (await startChromium()).newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    let shown: Promise<string> | undefined
    const openUrl = (url: string): void => {
      const press = async (): Promise<string> => {
        await page.goto(url)
        await page.getByRole('button', { name: 'Allow' }).click()
        await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/callback\?/)
        return page.locator('p').innerText()
      }
      shown = press()
    }
    const session = await sessionOf({ web: { url: lab.url } }, { tokenStore: freshStore().tokenStore, openUrl })
    await session.authenticate('web')
    expect(states(session)).toEqual({ web: 'ready' })
    expect(await shown).toBe('The answer was received (web). You can close this window.')
    expect(problems).toEqual([])
  })

  it('sees no code of a stranger run', async () => {
    const lab = await protectedServer()
    lab.authorizationServer.behaviour.asks = true
    const page = await (await startChromium()).newPage()
    let visited: Promise<string> | undefined
    const openUrl = (url: string): void => {
      const { searchParams } = new URL(url)
      const forged = new URL(searchParams.get('redirect_uri') ?? '')
      forged.search = new URLSearchParams({
        state: '<img src=x onerror="document.title=1">',
        code: '<script>',
      }).toString()
      const visit = async (): Promise<string> => {
        await page.goto(forged.href)
        const text = await page.locator('body').innerText()
        await page.goto(url)
        await page.getByRole('button', { name: 'Allow' }).click()
        return text
      }
      visited = visit()
    }
    const session = await sessionOf({ web: { url: lab.url } }, { tokenStore: freshStore().tokenStore, openUrl })
    await session.authenticate('web')
    expect(await visited).toBe('This is not the answer that was waited for.')
    expect(states(session)).toEqual({ web: 'ready' })
  })
})
