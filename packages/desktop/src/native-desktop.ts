import type { JsonObject } from '@harness-mcp/result-adapter'
import { Calls } from './calls.js'
import { type DesktopTool, parseCatalog } from './catalog.js'
import type { ResolvedConfig } from './config.js'
import type { DesktopLogger } from './desktop.js'
import { type Driver, loadDriver } from './driver.js'
import { desktopError } from './errors.js'
import { toolFilter } from './filter.js'
import { within } from './within.js'

/** How a desktop is started. */
export interface StartOptions {
  readonly signal?: AbortSignal | undefined
  readonly logger?: DesktopLogger | undefined
}

/** What closing waits for running calls, and then for the driver. */
const GRACE_MS = 5_000

/** The driver and its checked catalog: what both faces are made of. */
export class NativeDesktop {
  readonly tools: readonly DesktopTool[]
  readonly #driver: Driver
  readonly #logger: DesktopLogger | undefined
  readonly #calls = new Calls()
  #closed: Promise<void> | undefined

  constructor(driver: Driver, tools: readonly DesktopTool[], logger: DesktopLogger | undefined) {
    this.#driver = driver
    this.tools = Object.freeze([...tools])
    this.#logger = logger
  }

  /** Runs one tool and gives its raw result. Rejects as `Calls.run` does. */
  run({ rawName }: DesktopTool, args: JsonObject, signal: AbortSignal | undefined): Promise<unknown> {
    return this.#calls.run(rawName, (stop) => this.#driver.call(rawName, args, stop), signal)
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    await this.#calls.end(GRACE_MS)
    await shutDown(this.#driver, this.#logger)
  }
}

/** Loads the driver and reads its catalog. When that fails or is given up, nothing of it is left. */
export async function startDesktop(config: ResolvedConfig, options: StartOptions): Promise<NativeDesktop> {
  const { signal, logger } = options
  refuseAborted(signal)
  const driver = await loadDriver()
  try {
    refuseAborted(signal)
    const rules = { prefix: config.prefix, offers: toolFilter(config.tools) }
    const { tools, problems } = parseCatalog(await driver.catalog(), rules)
    refuseAborted(signal)
    for (const problem of problems) logger?.warn(`desktop: ${problem}`)
    return new NativeDesktop(driver, tools, logger)
  } catch (error) {
    await shutDown(driver, logger)
    throw error
  }
}

/** Never rejects: what comes after the driver, such as the reservation, has to be released too. */
async function shutDown(driver: Driver, logger: DesktopLogger | undefined): Promise<void> {
  try {
    if (await within(GRACE_MS, driver.shutdown())) return
    logger?.warn(`desktop: the driver did not end within ${GRACE_MS} ms and is left to itself`)
  } catch (error) {
    logger?.warn(`desktop: the driver did not end well: ${error instanceof Error ? error.message : 'no reason given'}`)
  }
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw desktopError('aborted', 'the opening was given up', signal.reason)
}
