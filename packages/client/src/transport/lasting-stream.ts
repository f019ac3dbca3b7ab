import { McpError } from '@harness-mcp/result-adapter'

import { pause } from '../abort.js'
import { EventCursor } from './event-cursor.js'
import { Pace } from './pace.js'

/**
 * What became of a request for an event stream: the stream; nothing, because the server is not able to, or does not want to, for
 * now; or nothing for ever.
 */
export type Opened = Response | 'unable' | 'refused' | 'never'

/** How one stream goes on after its connection ended. */
export interface StreamPlan {
  /** Ends the stream. */
  readonly signal: AbortSignal
  /** Asks for the stream, from behind the event with that id. */
  readonly open: (lastEventId: string | undefined) => Promise<Opened>
  /** Whether more is to come, by what was read so far. */
  readonly goesOn: (read: EventCursor) => boolean
}

/**
 * An event stream that outlives its connections. It ends when its plan says so, and fails by its signal, or by an event that
 * was too large, when nothing is to come behind that one.
 */
export function lastingStream(first: Opened, plan: StreamPlan): ReadableStream<Uint8Array> {
  const chunks = chunksOf(first, plan)
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void chunks.return(undefined).catch(() => {}),
  })
}

/** Ends an event that a broken connection left unfinished, as one of a type that nobody reads. */
const INTERRUPTED: Uint8Array = Buffer.from('\nevent: interrupted\n\n')

async function* chunksOf(first: Opened, plan: StreamPlan): AsyncGenerator<Uint8Array, undefined> {
  const read = new EventCursor()
  const pace = new Pace()
  for (let opened = first; opened !== 'never'; opened = await plan.open(read.lastId)) {
    if (typeof opened === 'string') pace.failed(opened)
    else {
      const since = Date.now()
      yield* chunksOfOne(opened.body, plan, read)
      pace.ended(Date.now() - since, read.retryMs)
    }
    if (!plan.goesOn(read)) break
    yield INTERRUPTED
    await pause(pace.waitMs, plan.signal)
    plan.signal.throwIfAborted()
  }
  return undefined
}

async function* chunksOfOne(body: Response['body'], plan: StreamPlan, read: EventCursor): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<Uint8Array> | readonly Uint8Array[] = body ?? []
  try {
    for await (const chunk of chunks) {
      read.read(chunk)
      yield chunk
    }
  } catch (error) {
    plan.signal.throwIfAborted()
    skipOversize(error, plan, read)
  }
  read.interrupt()
}

/** From behind the event before, the one that was too large would come again. */
function skipOversize(error: unknown, plan: StreamPlan, read: EventCursor): void {
  if (!(error instanceof McpError)) return
  read.forget()
  if (!plan.goesOn(read)) throw error
}
