// For tests alone: the rest of the lab runs without a test runner too.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

/** An empty folder that goes with the test. */
export function freshFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'harness-mcp-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A path for a file that does not exist yet, in a folder that goes with the test. */
export function freshFile(): string {
  return join(freshFolder(), 'file')
}

/** A JSON file in a folder of its own that goes with the test. */
export function jsonFile(value: unknown): string {
  const file = freshFile()
  writeFileSync(file, JSON.stringify(value))
  return file
}
