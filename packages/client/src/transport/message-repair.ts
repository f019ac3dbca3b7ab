import { readable } from './answers.js'
import { isMessage } from './message.js'
import { changeLines, changeWhole } from './short-text.js'

const DATA = 'data:'

/**
 * Mends answers of the wrong shape on their way through HTTP. The SDK's transports parse each message against their schemas
 * before anybody else sees it, and drop one whose result is `null`, or whose error has a code that is text; the call then
 * waits until its time is up. A long text is left alone: an answer of that size has a result that is an object.
 */
export function repairMessages(eventStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  return eventStream ? changeLines(mendEventLine) : changeWhole(mend)
}

function mendEventLine(line: string): string {
  return line.startsWith(DATA) ? DATA + mend(line.slice(DATA.length)) : line
}

/**
 * The text of a message, or of a batch, with answers of a readable shape. What in a batch is no message is left out: the SDK
 * would drop the whole of it. Text that is no JSON, or holds no message, stays as it is.
 */
function mend(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    const messages = Array.isArray(value) ? value.filter(isMessage) : []
    const mended: unknown = messages.length > 0 ? messages.map(readable) : isMessage(value) ? readable(value) : value
    return mended === value ? text : JSON.stringify(mended)
  } catch {
    return text
  }
}
