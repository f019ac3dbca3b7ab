import {
  failureOutcome,
  McpError,
  type McpOutcome,
  parseArguments,
  plainLine,
  projectResult,
} from '@harness-mcp/result-adapter'
import type { DesktopTool } from './catalog.js'
import { type DesktopConfig, parseConfig, type ResolvedConfig } from './config.js'
import type { Desktop, DesktopCallOptions, DesktopOptions } from './desktop.js'
import { desktopError } from './errors.js'
import { type NativeDesktop, startDesktop } from './native-desktop.js'

/**
 * Opens the desktop of this machine and user through the native driver, which runs in this process. It works without a
 * display too: then it lists its tools, and a screenshot is a readable failure.
 *
 * @param config - which tools to offer, and how results are cut; everything has a default.
 * @param options - what belongs to the program rather than to its configuration.
 * @returns the desktop, to be closed by whoever called.
 * @throws DesktopError of code `invalid-config` with every problem at once, before anything is loaded; of code
 * `start-failed` when the driver cannot be loaded on this platform; of code `aborted` when `signal` was.
 *
 * @example
 * ```ts
 * import { openDesktop } from '@harness-mcp/desktop'
 *
 * const desktop = await openDesktop({ tools: { allow: ['get_desktop_state', 'click', 'type_text'] } })
 * const outcome = await desktop.call('cua_driver_native__get_desktop_state', {})
 * await desktop.close()
 * ```
 */
export async function openDesktop(config: DesktopConfig = {}, options: DesktopOptions = {}): Promise<Desktop> {
  const resolved = parseConfig(config)
  const native = await startDesktop(resolved, options)
  const session = { native, config: resolved, images: options.images }
  return {
    tools: () => native.tools,
    call: (name, args, callOptions = {}) => callTool(session, { name, args, ...callOptions }),
    close: () => native.close(),
  }
}

interface Session {
  readonly native: NativeDesktop
  readonly config: ResolvedConfig
  readonly images: boolean | undefined
}

interface Call extends DesktopCallOptions {
  readonly name: string
  readonly args: unknown
}

async function callTool(session: Session, call: Call): Promise<McpOutcome> {
  const tool = session.native.tools.find(({ name }) => name === call.name)
  if (tool === undefined) return unknownTool(call.name)
  try {
    return await runTool(session, tool, call)
  } catch (error) {
    const failure = isMcpError(error) ? error : desktopError('tool-error', 'the call failed', error)
    if (failure.code === 'aborted') throw failure
    return failureOutcome(failure)
  }
}

async function runTool({ native, config, images }: Session, tool: DesktopTool, call: Call): Promise<McpOutcome> {
  const args = parseArguments(call.args)
  if (!args.ok) throw desktopError('protocol', `${tool.rawName}: ${args.reason}`)
  const raw = await native.run(tool, args.value, call.signal)
  return projectResult(raw, { images, maxModelBytes: config.maxModelBytes })
}

function unknownTool(name: string): McpOutcome {
  return failureOutcome(desktopError('unknown-tool', `there is no tool ${JSON.stringify(plainLine(name, 100))}`))
}

function isMcpError(error: unknown): error is McpError {
  return error instanceof McpError
}
