import type { Configuration } from './config/configuration.js'
import type { Terminal } from './output/terminal.js'

/** The options that every command takes. */
export interface Settings {
  readonly configuration: Configuration
  /** Where attachments go, when that was said. */
  readonly dataFolder: string | undefined
  readonly json: boolean
}

/** What a command works with besides the harness. */
export interface Run {
  readonly settings: Settings
  readonly terminal: Terminal
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}
