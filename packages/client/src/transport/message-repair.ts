import type { JSONRPCMessage } from '@modelcontextprotocol/client'

import { readable } from './answers.js'
import { isMessage } from './message.js'
import { changeLines, changeWhole } from './short-text.js'

const DATA = 'data:'

/**
 * Mends answers of the wrong shape on their way through HTTP. The SDK's transports parse each message against their schemas
 * before anybody else sees it, and drop one whose result is `null`, whose error has a code that is text, or that has a member
 * too many; the call then waits until its time is up. However long they are: `maxMessageBytes` has been looked at before.
 */
export function repairMessages(eventStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  return eventStream ? changeLines(mendEventLine, Infinity) : changeWhole((text) => mend(text, inOne), Infinity)
}

function mendEventLine(line: string): string {
  return line.startsWith(DATA) ? DATA + mend(line.slice(DATA.length), inEvents) : line
}

/** How the messages of a batch are written. */
type Write = (messages: readonly JSONRPCMessage[]) => string

const inOne: Write = (messages) => JSON.stringify(messages)

/** Revision 2025-03-26 has batches in events too, and of those the SDK reads none. */
const inEvents: Write = (messages) => messages.map((message) => JSON.stringify(message)).join(`\n\n${DATA}`)

/**
 * The text of a message, or of a batch, with answers of a readable shape. What in a batch is no message is left out: the SDK
 * would drop the whole of it. Text that is no JSON, or holds no message, stays as it is.
 */
function mend(text: string, write: Write): string {
  try {
    const value: unknown = JSON.parse(text)
    const messages = Array.isArray(value) ? value.filter(isMessage) : []
    if (messages.length > 0) return write(messages.map(readable))
    const mended = isMessage(value) ? readable(value) : value
    return mended === value ? text : JSON.stringify(mended)
  } catch {
    return text
  }
}
