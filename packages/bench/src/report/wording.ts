import type { Finding, Language } from '../finding.js'

/** What stands around the figures. Rows and columns have the names that the program prints, in every language. */
export interface Wording {
  readonly title: string
  /** The page in the other language. */
  readonly link: string
  readonly intro: (quick: boolean) => string
  readonly contenders: readonly string[]
  readonly measured: (versions: string, machine: string) => string
  readonly chart: string
  readonly notes: string
  readonly missed: string
  readonly none: string
  readonly miss: (goal: string, reached: string) => string
  readonly noFigure: (goal: string) => string
  readonly hot: (places: string) => string
  readonly colon: string
  readonly space: string
}

const en: Wording = {
  title: 'Benchmarks',
  link: 'English | [中文](benchmarks.zh.md)',
  intro: (quick) =>
    `Written by \`pnpm bench\`${quick ? ' --quick, a short run: the figures are rough' : ''}. One process measures everybody in turn, round by round, so that a busy moment of the machine falls on all of them; trust the ratios more than the times. Each figure is a median with its quartiles; a ratio is the median of the ratios of neighbouring samples.`,
  contenders: [
    '**ours** is `@harness-mcp/client` through `connectMcpServer` and `call`: the result is checked and projected for a model.',
    '**SDK** is the raw `Client` of the official SDK, told the era of the server beforehand.',
    '**AI SDK** is `@ai-sdk/mcp`, of the newest line that declares Node 20. **LangChain** is `@langchain/mcp-adapters` with the buffer of its transport enlarged. Both speak only the older revisions.',
    '**bare loop** writes and reads JSON-RPC on the same pipe with a timer and a signal for each request, and looks at nothing.',
    'The payload servers send answers that were made before: what they cost is small, and the same for all.',
  ],
  measured: (versions, machine) => `Measured with ${versions} on ${machine}.`,
  chart: 'Ours as a share of the SDK',
  notes: 'Notes',
  missed: 'Missed goals',
  none: 'None.',
  miss: (goal, reached) => `the goal was ${goal}, and it came to ${reached}.`,
  noFigure: (goal) => `the goal was ${goal}, and one of the two has no figure.`,
  hot: (places) => `Our process spent its time in: ${places}.`,
  colon: ': ',
  space: ' ',
}

const zh: Wording = {
  title: '基准测试',
  link: '[English](benchmarks.md) | 中文',
  intro: (quick) =>
    `本页由 \`pnpm bench\` 生成${quick ? '（--quick，轮数较少，数字仅供粗略参考）' : ''}。同一个进程逐轮依次测量各家实现，机器一时繁忙会均摊到所有人身上；比值比绝对时间更可信。每个数字是中位数，括号内为四分位数；比值取相邻样本之比的中位数。`,
  contenders: [
    '**ours** 指 `@harness-mcp/client`，经由 `connectMcpServer` 和 `call`：结果经过校验，并投影为模型可读的内容。',
    '**SDK** 指官方 SDK 的原始 `Client`，事先告知其服务器所属的协议世代。',
    '**AI SDK** 指 `@ai-sdk/mcp`，取声明支持 Node 20 的最新版本线。**LangChain** 指 `@langchain/mcp-adapters`，并调大了其传输层的缓冲区。两者都只支持较早的协议版本。',
    '**bare loop** 在同一条管道上读写 JSON-RPC，每个请求配一个定时器和一个 signal，不检查任何内容。',
    '负载服务器返回的是预先生成的应答：自身开销很小，且对各家相同。',
  ],
  measured: (versions, machine) => `测试环境：${versions}；${machine}。`,
  chart: 'ours 相对 SDK 的比值',
  notes: '说明',
  missed: '未达成的目标',
  none: '无。',
  miss: (goal, reached) => `目标为 ${goal}，实测为 ${reached}。`,
  noFigure: (goal) => `目标为 ${goal}，但其中一方没有数据。`,
  hot: (places) => `我方进程的时间花在：${places}。`,
  colon: '：',
  space: '',
}

export const wording: Readonly<Record<Language, Wording>> = { en, zh }

export function notesOf({ notes }: Finding, language: Language): string {
  return notes.map((note) => note[language]).join(wording[language].space)
}
