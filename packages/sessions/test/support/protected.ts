import {
  oauth,
  type Protection,
  type RunningAuthorizationServer,
  type SeenByServer,
  startLegacyHttp,
  startModernHttp,
} from '@harness-mcp/lab'
import { freshFile } from '@harness-mcp/lab/vitest'
import { onTestFinished } from 'vitest'

import { fileTokenStore, type TokenStore } from '../../src/index.js'

export interface Protected {
  readonly url: string
  readonly authorizationServer: RunningAuthorizationServer
  readonly protection: Protection
  readonly seen: SeenByServer[]
}

/** A real MCP server that asks for tokens of a real authorization server. Both go with the test. */
export async function protectedServer(
  protection: Protection = {},
  {
    era = 'modern',
    authorizationServer,
  }: { era?: 'legacy' | 'modern'; authorizationServer?: RunningAuthorizationServer } = {},
): Promise<Protected> {
  const issuer = authorizationServer ?? (await oauth.startAuthorizationServer())
  const { intercept, seen } = oauth.protect(issuer, protection)
  const running = await (era === 'legacy' ? startLegacyHttp({ intercept }) : startModernHttp({ intercept }))
  onTestFinished(async () => {
    await running.close()
    await issuer.close()
  })
  return { url: running.url, authorizationServer: issuer, protection, seen }
}

/** A store in a file that goes with the test. */
export function freshStore(): { readonly file: string; readonly tokenStore: TokenStore } {
  const file = freshFile()
  return { file, tokenStore: fileTokenStore(file) }
}

/** Opens a URL as a browser of a person who allows everything does, and keeps the page that it ends on. */
export function browser(): { readonly pages: string[]; readonly openUrl: (url: string) => void } {
  const pages: string[] = []
  return {
    pages,
    openUrl: (url) => void oauth.follow(url).then(async (page) => pages.push(`${page.status} ${await page.text()}`)),
  }
}
