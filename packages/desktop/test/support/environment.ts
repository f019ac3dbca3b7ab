import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const noDriver = await loadFailure()
const noDisplay = noDriver ?? missingPrograms('Xvfb', 'xterm')

/** For a suite that needs the native driver. */
export const driverSuite = suite(noDriver)

/** For a suite that also needs a display of its own with a window on it. */
export const displaySuite = suite(noDisplay)

export interface NeedySuite {
  readonly isMissing: boolean
  /** The end of its title: why it is skipped, if it is. */
  readonly note: string
}

function suite(missing: string | undefined): NeedySuite {
  return missing === undefined ? { isMissing: false, note: '' } : { isMissing: true, note: ` (skipped: ${missing})` }
}

async function loadFailure(): Promise<string | undefined> {
  try {
    await import('@trycua/cua-driver')
    return undefined
  } catch (error) {
    return `the native driver cannot be loaded: ${error instanceof Error ? error.message : 'no reason given'}`
  }
}

function missingPrograms(...names: readonly string[]): string | undefined {
  const missing = names.filter((name) => !isOnPath(name))
  return missing.length === 0 ? undefined : `${missing.join(' and ')} not installed`
}

function isOnPath(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
