import type { Exchange } from './exchange.js'

/** The scripted server behind one of the HTTP transports. */
export interface Face {
  path: string
  answer(exchange: Exchange): void
  forgetSessions(): void
}
