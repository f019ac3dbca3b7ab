import type { Request } from './wire.js'

/** How a server stops serving: its process ends, is killed, or lives on and hears nothing. */
export type Ending = 'exit' | 'kill' | 'deafen'

/** Where the messages of a script go, whatever the transport. `about` is the request that a message answers or belongs to. */
export interface Outlet {
  send(message: Record<string, unknown>, about?: Request): void
  /** Writes text that need not be a message. */
  write(text: string, about?: Request): void
  /** Nothing more comes for this request. */
  done(about: Request): void
  end(ending: Ending): void
}
