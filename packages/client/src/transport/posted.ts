import { isCall, isMessage } from './message.js'

/** What a POST carries: a request, which has an answer; another message of the protocol; or something of another protocol. */
export type Posted = 'request' | 'message' | 'other'

export function whatIsPosted(body: RequestInit['body']): Posted {
  const value = parsed(body)
  if (!isMessage(value)) return 'other'
  return isCall(value) && 'id' in value ? 'request' : 'message'
}

/** Whether the text of a whole body has messages and no answer among them: an empty batch, or one of notifications. */
export function answersNothing(text: string): boolean {
  return [parsed(text)].flat().every((value) => isMessage(value) && isCall(value))
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
