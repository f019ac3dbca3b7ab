import type { OnElicitation } from '@harness-mcp/client'
import { untilAborted } from '@harness-mcp/result-adapter'

/** The questions of one server that wait for a person now. */
export class OpenQuestions {
  #count = 0

  /** Whether a person is being asked. */
  get any(): boolean {
    return this.#count > 0
  }

  /** A handler whose questions are counted, each until it is answered or of no use any more. */
  counted(handler: OnElicitation): OnElicitation {
    return async (request) => {
      this.#count++
      try {
        return await untilAborted(Promise.resolve(handler(request)), request.signal)
      } finally {
        this.#count--
      }
    }
  }
}
