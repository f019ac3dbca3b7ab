import { fence, formatted } from '../../markdown/markdown.js'
import type { Catalog } from '../catalog.js'
import { bootHarness, type Seen, type SeenTool } from './boot.js'

/** `docs/tool-catalog.md`: the three shared tools as a model sees them. */
export const toolCatalog: Catalog = createToolCatalog(bootHarness)

/** The same of another harness. */
export function createToolCatalog(boot: () => Promise<Seen>): Catalog {
  return {
    name: 'tool-catalog',
    async generate() {
      const seen = await boot()
      return {
        files: new Map([
          ['docs/tool-catalog.md', await formatted('page.md', page(english(seen), seen))],
          ['docs/tool-catalog.zh.md', await formatted('page.md', page(chinese(seen), seen))],
        ]),
        problems: [],
      }
    },
  }
}

interface Words {
  readonly frame: readonly string[]
  readonly cost: (tokens: number) => string
}

function english({ tools, tokens, tokenMethod }: Seen): Words {
  return {
    frame: [
      '# Tool catalog',
      'English | [中文](tool-catalog.zh.md)',
      '<!-- Written by `pnpm run gen-tool-catalog` from a harness that was started. Edit the tools. -->',
      `All MCP servers share ${tools.length} tools for their documents. A model sees them, exactly as they stand here, while at least one server with documents is visible to it. Together they cost it about ${tokens} tokens in every request (${tokenMethod}), however many servers there are. The names of the servers stand in the system prompt and not in the declarations, so a server that comes or goes leaves the declarations as they are, and with them the part of the prompt cache that they fill.`,
      'The tools of the servers themselves come from the servers; `harness-mcp tools` of the [host](../packages/host/README.md) shows those of a configuration, with what they cost.',
    ],
    cost: (count) => `About ${count} tokens.`,
  }
}

function chinese({ tools, tokens, tokenMethod }: Seen): Words {
  return {
    frame: [
      '# 工具目录',
      '[English](tool-catalog.md) | 中文',
      '<!-- 由 `pnpm run gen-tool-catalog` 启动一个 harness 后生成。请修改工具本身。 -->',
      `所有 MCP 服务器共用 ${tools.length} 个文档工具。只要模型能看到至少一个提供文档的服务器，它看到的工具声明就与本页完全一致。无论有多少服务器，这些声明在每次请求中合计约占 ${tokens} 个 token（计算方法：${tokenMethod}）。服务器名称写在系统提示词里，不在声明里；因此服务器增减时声明保持不变，对应的提示缓存也不会失效。`,
      '各服务器自己的工具由服务器提供；用 [host](../packages/host/README.md) 的 `harness-mcp tools` 命令可以查看某份配置下的全部工具及其开销。',
    ],
    cost: (count) => `约 ${count} 个 token。`,
  }
}

function page({ frame, cost }: Words, { tools }: Seen): string {
  return [...frame, ...tools.flatMap((tool) => toolText(tool, cost))].join('\n\n')
}

function toolText({ name, description, parameters, tokens }: SeenTool, cost: Words['cost']): string[] {
  return [
    `## \`${name}\``,
    fence('text', description),
    fence('json', JSON.stringify(parameters, null, 2)),
    cost(tokens),
  ]
}
