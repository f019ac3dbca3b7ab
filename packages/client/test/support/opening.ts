import type { Command } from '@harness-mcp/lab'
import { onTestFinished } from 'vitest'

import type { ResolvedConfig } from '../../src/config/schema.js'
import type { Connection } from '../../src/connection/connection.js'
import { openConnection } from '../../src/connection/open.js'
import type { OpenOptions } from '../../src/connection/open-options.js'
import { redactor } from '../../src/redaction.js'
import { stdioSettings } from './settings.js'

export interface Opened {
  readonly connection: Connection
  readonly warnings: string[]
}

/** A connection that goes with the test. */
export async function open(config: ResolvedConfig, options: Partial<OpenOptions> = {}): Promise<Opened> {
  const warnings: string[] = []
  const connection = await openConnection({
    config,
    redact: redactor(config),
    signal: new AbortController().signal,
    hint: 'unknown',
    warn: (message) => void warnings.push(message),
    ...options,
  })
  onTestFinished(() => connection.close().catch(() => {}))
  return { connection, warnings }
}

export function openStdio(command: Command, options: Partial<OpenOptions> = {}): Promise<Opened> {
  return open(stdioSettings(command), options)
}
