import { McpError } from '@harness-mcp/result-adapter'

import type { McpClientCode } from './errors.js'

/** A process that could not be ended. While it lives, nothing may be started in its place. */
export class UndeadError extends McpError<McpClientCode> {
  /** Looks again, for a few seconds, and resolves to whether all of the process tree is dead now. */
  readonly isDead: () => Promise<boolean>

  constructor(server: string, pid: string, isDead: () => Promise<boolean>) {
    const message = `${server}: process ${pid} could not be ended; nothing is started in its place`
    super(message, { code: 'undead', server })
    this.isDead = isDead
  }
}
