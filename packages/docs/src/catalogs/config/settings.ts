import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { Config as clientConfig } from '@harness-mcp/client'
import { Config as desktopConfig } from '@harness-mcp/desktop'
import { z } from 'zod'

import type { Repository } from '../../repository.js'

/** The settings of one package. */
export interface Settings {
  /** `@harness-mcp/client`. */
  readonly name: string
  /** `packages/client`. */
  readonly folder: string
  /** Where the settings stand, in both languages. */
  readonly about: { readonly en: string; readonly zh: string }
  /** What an editor checks. */
  readonly document: z.ZodType
  /** What the table is about: each variant of one entry. */
  readonly entry: z.ZodType
}

/** The settings of the packages, from their built schemas. */
export async function readSettings({ root }: Repository): Promise<Settings[]> {
  const entry = await sessionEntry(root)
  return [
    {
      name: '@harness-mcp/client',
      folder: 'packages/client',
      about: {
        en: 'One server: the `config` of an entry of `cordis.yml`, and the argument of `connectMcpServer`.',
        zh: '一个服务器：`cordis.yml` 中一个条目的 `config`，也是 `connectMcpServer` 的参数。',
      },
      document: clientConfig,
      entry: clientConfig,
    },
    {
      name: '@harness-mcp/desktop',
      folder: 'packages/desktop',
      about: {
        en: 'The desktop: the `config` of its entry of `cordis.yml`, and the options of `openDesktop`.',
        zh: '桌面：`cordis.yml` 中对应条目的 `config`，也是 `openDesktop` 的选项。',
      },
      document: desktopConfig,
      entry: desktopConfig,
    },
    {
      name: '@harness-mcp/sessions',
      folder: 'packages/sessions',
      about: {
        en: 'One server of an `mcpServers` map; its key in the map is its name. In code, an entry may also be a server in the process (`server`), which no file can hold.',
        zh: '`mcpServers` 映射中的一个服务器，键即其名称。在代码中，条目也可以是进程内的服务器（`server`），文件无法表达这一种。',
      },
      document: z.looseObject({ mcpServers: z.record(z.string().regex(/^[A-Za-z0-9_-]{1,32}$/), entry) }),
      entry,
    },
  ]
}

/** The part of the map that a file can hold. The package exports its type and no schema. */
async function sessionEntry(root: string): Promise<z.ZodType> {
  const module: unknown = await import(pathToFileURL(join(root, 'packages/sessions/dist/config/schema.js')).href)
  return z.union(z.object({ stdioEntry: schema, httpEntry: schema, sseEntry: schema }).transform(inOrder).parse(module))
}

const schema = z.instanceof(z.ZodType)

function inOrder({ stdioEntry, httpEntry, sseEntry }: Record<'stdioEntry' | 'httpEntry' | 'sseEntry', z.ZodType>) {
  return [stdioEntry, httpEntry, sseEntry] as const
}
