import { existsSync } from 'node:fs'

import { onTestFinished } from 'vitest'
import { type Browser, chromium } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = PLACES.find((place) => existsSync(place))

/** Whether there is a Chromium here, and the remark for a title when there is not. */
export const chromiumSuite = {
  isMissing: executablePath === undefined,
  note: executablePath === undefined ? ' (skipped: chromium is not installed)' : '',
}

/** A headless Chromium that goes with the test. */
export async function startChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox'],
  })
  onTestFinished(() => browser.close())
  return browser
}
