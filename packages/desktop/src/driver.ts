import { type JsonObject, plainLine } from '@harness-mcp/result-adapter'
import { desktopError } from './errors.js'

/** The native driver, as far as it is used here. */
export interface Driver {
  /** Its tools, as JSON. */
  catalog(): Promise<string>
  /** Runs a tool and gives its raw result. An abort reaches the driver, which stops what it can still stop. */
  call(rawName: string, args: JsonObject, signal: AbortSignal): Promise<unknown>
  /** Waits for the calls that are running, then ends. */
  shutdown(): Promise<void>
}

/**
 * Loads the native library and creates a driver in this process; no daemon and no other process is started. Only here is
 * the driver imported, so that a program which opens no desktop does not pay for it.
 *
 * @throws DesktopError `start-failed` when the library is not there for this platform, or lacks a system library.
 */
export async function loadDriver(): Promise<Driver> {
  try {
    const { CuaDriver } = await import('@trycua/cua-driver')
    return wrapped(CuaDriver.create(undefined))
  } catch (cause) {
    throw desktopError('start-failed', `the driver cannot be loaded here: ${reasonOf(cause)}`, cause)
  }
}

/** The part of `CuaDriverLike` that is used. */
interface NativeDriver {
  listToolsJson(): Promise<string>
  callTool(name: string, json: string, options: { signal: AbortSignal }): Promise<{ readonly rawJson: string }>
  shutdown(): Promise<void>
  /** The documented way to free the handle, which the published type leaves out. */
  readonly uniffiDestroy?: () => void
}

function wrapped(native: NativeDriver): Driver {
  return {
    catalog: () => native.listToolsJson(),
    async call(rawName, args, signal) {
      const { rawJson } = await native.callTool(rawName, JSON.stringify(args), { signal }).catch(refusal)
      return parsedResult(rawJson)
    },
    async shutdown() {
      await native.shutdown()
      native.uniffiDestroy?.()
    },
  }
}

/** What the driver rejects with says little; the reason is in a field. */
function refusal(cause: unknown): never {
  throw desktopError('protocol', `the driver refused the call: ${reasonOf(cause)}`, cause)
}

function parsedResult(rawJson: string): unknown {
  try {
    return JSON.parse(rawJson)
  } catch (cause) {
    throw desktopError('protocol', 'the driver answered with something that is not JSON', cause)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it gave no reason'
  const inner: unknown = 'inner' in error ? error.inner : undefined
  const reason: unknown = typeof inner === 'object' && inner !== null && 'reason' in inner ? inner.reason : undefined
  return plainLine(typeof reason === 'string' ? reason : error.message, MAX_REASON_BYTES)
}

const MAX_REASON_BYTES = 1_024
