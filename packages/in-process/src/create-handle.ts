import { type InProcessServer, MARK } from './handle.js'
import { openLine, type Serve } from './line.js'

/** A handle whose connections `serve` answers. */
export function createHandle(serve: Serve): InProcessServer {
  return Object.freeze({ [MARK]: true as const, connect: () => openLine(serve) })
}
