import type { McpError } from '@harness-mcp/result-adapter'

import type { ElicitationAnswer, OnElicitation } from '../../src/index.js'
import type { McpOutcome } from '../../src/index.js'
import { Elicitor } from '../../src/elicitation/elicitor.js'
import { redactor } from '../../src/redaction.js'
import { anySettings } from './settings.js'

/** An elicitor, and what it reported. */
export function elicitorWith(handler: OnElicitation): { elicitor: Elicitor; reports: string[] } {
  const reports: string[] = []
  const report = ({ message }: McpError<string>): void => void reports.push(message)
  return { elicitor: new Elicitor({ server: 's', handler, redact: redactor(anySettings()), report }), reports }
}

/** A question of a server for one name. */
export const ASK_NAME = {
  message: 'Who are you?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
}

export const ADA: ElicitationAnswer = { action: 'accept', content: { name: 'Ada' } }

export function textOf({ content }: McpOutcome): string {
  return content.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n')
}
