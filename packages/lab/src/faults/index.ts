export { drip, endlessBody, hang, hugeBody, hugeEvent } from './bodies.js'
export { moved, redirect, startStranger, type Stranger } from './redirects.js'
export { forgottenSession, refusedSession, restart } from './sessions.js'
export { endpointAt, noEndpoint, swallowed } from './sse.js'
export { emptyBody, errorWith, htmlAsJson, htmlPage, nullId, status, truncatedJson } from './statuses.js'
export {
  brokenConnection,
  brokenStream,
  drippedEvent,
  droppedNotifications,
  endedStream,
  lostStream,
  resumableStream,
  unendedStream,
} from './streams.js'
export { after, all, first, on, type Moment } from './when.js'
