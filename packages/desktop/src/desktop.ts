import type { McpOutcome } from '@harness-mcp/result-adapter'
import type { DesktopTool } from './catalog.js'

/** What belongs to the program rather than to its configuration. */
export interface DesktopOptions {
  /** Gives up the opening when aborted. Later it changes nothing: that is what `close()` is for. */
  readonly signal?: AbortSignal | undefined
  /** Whether the model takes images. Without them a diagnostic stands in each place. Default: true. */
  readonly images?: boolean | undefined
  /** Told what a person running the program should know: tools that were left out, a driver that does not end. */
  readonly logger?: DesktopLogger | undefined
}

/** Where messages for the person who runs the program go. */
export interface DesktopLogger {
  /**
   * Something that a person should know.
   *
   * @param message - one sentence.
   */
  warn(message: string): void
}

/** What a call brings besides its arguments. */
export interface DesktopCallOptions {
  /** Cancels the call, in the driver too. */
  readonly signal?: AbortSignal | undefined
}

/** The desktop of this machine and user, for an agent loop without a framework. */
export interface Desktop {
  /** What the model may call, in the driver's order, and frozen: the same array at every call. */
  tools(): readonly DesktopTool[]
  /**
   * Calls a tool for a model.
   *
   * @param name - its public name.
   * @param args - the arguments as the model gave them: an object, or a JSON string that holds one.
   * @param options - how to cancel.
   * @returns the outcome. Every failure is one too: a refusal of the driver, an unknown name, a desktop that is closed.
   * @throws McpError of code `aborted` when the signal was, and nothing else.
   */
  call(name: string, args: unknown, options?: DesktopCallOptions): Promise<McpOutcome>
  /**
   * Aborts the calls that are running, waits for them (at most 5 s), and shuts the driver down (at most 5 s more).
   * Idempotent; never rejects.
   */
  close(): Promise<void>
}
