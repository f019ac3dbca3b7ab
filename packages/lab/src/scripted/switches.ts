import { parseArgs } from 'node:util'
import type { Ending } from './outlet.js'

/** Everything the scripted server can be told. Without switches it is a small, well-behaved legacy server. */
export interface Switches {
  // Starting
  count: string | undefined
  exitAtOnce: number | undefined
  stderr: string | undefined
  stderrFlood: number
  lock: string | undefined
  grandchild: string | undefined
  banner: boolean
  slowStartMs: number
  // Identity
  modern: boolean
  protocolVersion: string
  instructions: string | undefined
  tools: string | undefined
  toolsAfter: string | undefined
  noTools: boolean
  endless: boolean
  // Answering
  unknown: 'reply' | 'silent' | 'exit'
  call: 'answer' | 'hang' | Ending
  result: string | undefined
  script: unknown
  slowCallMs: number
  progressEveryMs: number
  interject: string[]
  answerTwice: boolean
  storm: number
  stormOnCall: number
  changeOnCall: boolean
  // Witnessing
  requests: string | undefined
  calls: string | undefined
  cancelLog: string | undefined
  // Ending
  ignoreSigterm: boolean
}

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const
const number = { type: 'string', default: '0' } as const

const options = {
  /** Appends this process's id to the file at every start. */
  count: text,
  /** Ends with this exit code before it reads anything. */
  'exit-at-once': text,
  /** Writes this text to standard error at the start. */
  stderr: text,
  /** Writes so many bytes of numbered lines to standard error at the start; blocks while nobody reads them. */
  'stderr-flood': number,
  /** Ends with code 1 when another live process holds the file; holds it until the end. */
  lock: text,
  /** Starts a sleeping child that inherits standard output, and appends its process id to the file. */
  grandchild: text,
  /** Writes two lines that are not JSON to standard output before the first message. */
  banner: flag,
  /** Waits so many milliseconds before it reads the first message. */
  'slow-start': number,
  /** Speaks 2026-07-28 (`server/discover`, `subscriptions/listen`) instead of the `initialize` handshake. */
  modern: flag,
  /** The revision that `initialize` answers. */
  'protocol-version': { type: 'string', default: '2025-11-25' },
  /** Instructions for the model. */
  instructions: text,
  /** A JSON file: an array of raw `tools/list` results, read anew at each request. See pages.ts. */
  tools: text,
  /** A JSON file like that of `tools`, used in its place from the first announced change on. */
  'tools-after': text,
  /** Resources only: the tools capability is missing and the tools methods are unknown. */
  'no-tools': flag,
  /** Every page of `tools/list` has one more tool and a new cursor, for ever. */
  endless: flag,
  /** Answers unknown methods with -32601. This is the default. */
  'reply-unknown': flag,
  /** Does not answer unknown methods. */
  'silent-on-unknown': flag,
  /** Ends on an unknown method, with code 1. */
  'exit-on-unknown': flag,
  /** Does not answer `tools/call`. */
  'hang-call': flag,
  /** Ends on `tools/call`, with code 1, after recording the call. */
  'exit-on-call': flag,
  /** Is killed on `tools/call`, after recording the call. */
  'kill-on-call': flag,
  /** Closes its standard input on `tools/call`, after recording the call, and lives on. */
  'deafen-on-call': flag,
  /** A JSON file: the raw `tools/call` result, read anew at each call. */
  result: text,
  /** JSON on the command line: method → `{ "result": … }`, `{ "error": … }`, `"silent"` or `"exit"`. Wins over all else. */
  script: text,
  /** Answers a `tools/call` so many milliseconds later, whether it was cancelled or not. */
  'slow-call': number,
  /** Reports progress so often, in milliseconds, while a call hangs. */
  'progress-every': number,
  /** A line of raw text to write before each `tools/call` result. May be given several times. */
  interject: { type: 'string', multiple: true },
  /** Sends each response twice. */
  'answer-twice': flag,
  /** Sends so many list_changed notifications once the client is ready for them. */
  storm: number,
  /** Sends so many list_changed notifications after a `tools/call`; the list changes before the last of them. */
  'storm-on-call': number,
  /** Sends list_changed before each `tools/call` result. */
  'change-on-call': flag,
  /** Appends the method of each request and notification to the file. */
  requests: text,
  /** Appends the raw tool name of each `tools/call` to the file. */
  calls: text,
  /** Appends the request id of each cancellation to the file. */
  'cancel-log': text,
  /** Survives SIGTERM and the end of standard input; so does its grandchild. */
  'ignore-sigterm': flag,
} as const

/** Reads the command line. Throws on an unknown switch or a number that is none. */
export function readSwitches(argv: string[]): Switches {
  const { values } = parseArgs({ args: argv, options })
  return {
    count: values.count,
    exitAtOnce: values['exit-at-once'] === undefined ? undefined : wholeNumber(values['exit-at-once']),
    stderr: values.stderr,
    stderrFlood: wholeNumber(values['stderr-flood']),
    lock: values.lock,
    grandchild: values.grandchild,
    banner: values.banner,
    slowStartMs: wholeNumber(values['slow-start']),
    modern: values.modern,
    protocolVersion: values['protocol-version'],
    instructions: values.instructions,
    tools: values.tools,
    toolsAfter: values['tools-after'],
    noTools: values['no-tools'],
    endless: values.endless,
    unknown: values['exit-on-unknown'] ? 'exit' : values['silent-on-unknown'] ? 'silent' : 'reply',
    call: callOf(values),
    result: values.result,
    script: values.script === undefined ? {} : JSON.parse(values.script),
    slowCallMs: wholeNumber(values['slow-call']),
    progressEveryMs: wholeNumber(values['progress-every']),
    interject: values.interject ?? [],
    answerTwice: values['answer-twice'],
    storm: wholeNumber(values.storm),
    stormOnCall: wholeNumber(values['storm-on-call']),
    changeOnCall: values['change-on-call'],
    requests: values.requests,
    calls: values.calls,
    cancelLog: values['cancel-log'],
    ignoreSigterm: values['ignore-sigterm'],
  }
}

function callOf(values: Record<`${'exit' | 'kill' | 'deafen'}-on-call` | 'hang-call', boolean>): Switches['call'] {
  if (values['exit-on-call']) return 'exit'
  if (values['kill-on-call']) return 'kill'
  if (values['deafen-on-call']) return 'deafen'
  return values['hang-call'] ? 'hang' : 'answer'
}

function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new Error(`"${value}" is not a whole number`)
  return Number(value)
}
