import { type Context, Logger, type Message } from '@deepseek-ai/cordis'

import { messageOf } from '../host-error.js'

/** One line or more that a service of the harness wants a person to read. */
export interface LogLine {
  readonly level: 'warn' | 'error'
  readonly text: string
}

/** Cordis counts `warn` above `info`: an exporter gets both or neither. */
const UP_TO_WARNINGS = 2

/** Hands warnings and errors of all services to `write`, without stacks. Returns the undo. */
export function exportLogs(ctx: Context, write: (line: LogLine) => void): () => unknown {
  const exporter = {
    levels: { default: UP_TO_WARNINGS },
    export: (message: Message): void => {
      if (message.type !== 'warn' && message.type !== 'error') return
      write({
        level: message.type,
        text: Logger.format(exporter, { ...message, args: message.args.map(withoutStack) }),
      })
    },
  }
  return ctx.logger.exporter(exporter)
}

function withoutStack(argument: unknown): unknown {
  return argument instanceof Error ? messageOf(argument) : argument
}
