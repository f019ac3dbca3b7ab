import type { Words } from './words.js'

export const chinese: Words = {
  introduction: introduction(),
  ending: ending(),
  sections: {
    Text: '文本',
    Images: '图像',
    Audio: '音频',
    Resources: '资源',
    'Other blocks': '其他块',
    'Structured content': '结构化内容',
    Nothing: '没有内容',
    'Old and broken results': '旧格式与损坏的结果',
    'Failures of the tool': '工具的失败',
    'Output schemas': '输出 schema',
    Limits: '限制',
  },
  result: '结果：',
  modelReads: '模型读到：',
  inRegistry: '在注册表中读到：',
  programsGet: '程序得到：',
  noValue: '程序得不到值。',
  contentAsSent: '程序原样得到 `content`。',
  bothAsSent: '程序原样得到 `content` 和 `structuredContent`。',
  and: '，',
  with: (options) => `（${options}）`,
  failure: (code) => `失败，代码为 \`${code}\`。模型读到：`,
}

function introduction(): string {
  return `# 结果

[English](results.md) | 中文

<!-- 由 \`pnpm run gen-results\` 根据 packages/result-adapter/test/examples/results.json 生成。请修改该文件，或 packages/docs/src/catalogs/results。 -->

MCP 服务器的工具返回若干块（block），有时还附带结构化内容。\`@harness-mcp/result-adapter\` 据此产出两样东西：给程序用的值，不丢失任何内容；给模型看的内容，保证每一处都可读。本页说明每种块会变成什么，所举示例与测试断言的完全相同。

\`\`\`ts
import { projectResult } from '@harness-mcp/result-adapter'

const outcome = projectResult({ content: [{ type: 'text', text: 'sunny' }], structuredContent: { celsius: 21 } })
outcome.content // what the model reads: [{ type: 'text', text: 'sunny\\n{"celsius":21}' }]
outcome.value // what programs get: { content: [{ type: 'text', text: 'sunny' }], structuredContent: { celsius: 21 } }
\`\`\`

## 一览

| 结果中的内容 | 模型读到的内容 |
| --- | --- |
| \`text\` | 文本本身 |
| \`image\`：PNG、JPEG、WebP、GIF | 图像；在注册表中则是已存图像的引用 |
| \`image\`：SVG | 其文本 |
| \`image\`：其他格式、已损坏，或模型不接受图像 | 一行说明：媒体类型，以及不显示的原因 |
| \`audio\` | 一行说明：媒体类型 |
| \`resource\`：带文本，或带文本类型的 blob | 文本，并标明其 URI |
| \`resource\`：带其他 blob | 一行说明：URI、媒体类型、大小 |
| \`resource_link\` | 名称、URI 和描述 |
| 其他任何块 | 一行说明：类型，以及不显示的原因 |
| 结构化内容 | 接在文本之后的 JSON，除非某个文本块已经就是这段 JSON |
| 什么都没有 | 一句如实说明的话 |

- 块的顺序保持不变。相邻文本以换行连接；中间若有图像，图像仍在原位。
- 一个坏块只影响它自己。代替它的那一行写在方括号里，最多 1,300 字节，不含来自服务器的控制字符或不可见字符。
- 未显示的块，其 \`data\` 和 \`blob\` 绝不会出现在文本中。
- 工具的文本不做清洗，只有一种例外：落单的代理项（surrogate）无法放进发给模型的请求，会换成 \`U+FFFD\`。
- \`_meta\` 既不进入文本，也不进入值。

## 程序得到的值

\`{ content, structuredContent? }\`，与服务器发送的内容深度相等，键的顺序不变，从不截断。它是无损的 JSON，唯有 JSON 无法表示的数（\`1e999\`）变为 \`null\`，在注册表中 \`-0\` 变为 \`0\`。缺少 \`content\` 时为空列表。在注册表的代码模式下调用工具的程序得到同样的值，只要注册表能够表达，其类型就取自工具的输出 schema。

## 在注册表中

\`createMcpToolDefinition\` 为带工具注册表的 harness 生成工具，其值就是注册表中该工具的值。当 harness 提供附件服务，且调用方 agent 的模型声明支持图像输入时，图像才会进入对话：

- 一个结果的图像要么全部接纳，要么全部不接纳。只要服务拒绝其中一张，每张图像都变成一行带原因的说明，并且不留下任何文件。
- 在图像存储之前被取消的调用不存储任何图像；失败的调用和由程序发起的调用也不存储。
- 策略若阻止调用或替换其值，则不保留图像。策略若只是缩短文本，则保留图像：注册表在策略之前投影内容（\`projectContent\`）时，以策略给出的内容为准；注册表只做收尾（\`finalizeContent\`）时，只要文本的开头或结尾仍在，图像就会恢复，否则以一行说明图像已被扣下。
- 失败会使调用 reject。其消息就是下面示例中的那段文本，每张图像各占一行。`
}

function ending(): string {
  return `## 边界

- 模型最多读取一个结果的前 10,000 个块，以及 50 行关于未显示块的说明；其余的各用一行给出数量。
- \`maxModelBytes\` 是模型最多读取的文本量，以 UTF-8 字节计。不设置则没有限制。说明缺失内容的那一行不计入。
- 链接的名称、URI 和描述分别截断到 300、2,048 和 4,096 字节。
- 输出 schema：见[该包的说明](../packages/result-adapter/README.zh.md)。`
}
