import { answer, type Answer } from './answers.js'
import { appendLine, start } from './faults.js'
import { Session } from './session.js'
import type { Switches } from './switches.js'
import { incoming, isRecord, send, type Notification, type Request } from './wire.js'

/** Serves one client on standard input and output, until the input ends. */
export async function serve(switches: Switches): Promise<void> {
  await start(switches)
  const session = new Session()
  for await (const message of incoming()) {
    if (message.kind === 'request') onRequest(message, switches, session)
    else onNotification(message, switches, session)
  }
  if (!switches.ignoreSigterm) process.exit()
}

function onRequest(request: Request, switches: Switches, session: Session): void {
  if (request.method === 'subscriptions/listen' && switches.modern) return listen(request, switches, session)
  if (request.method === 'tools/call') onCall(request, switches, session)
  act(request, answer(request, switches), switches, session)
}

function onCall({ params }: Request, switches: Switches, session: Session): void {
  if (switches.calls !== undefined) appendLine(switches.calls, String(params['name']))
  if (switches.changeOnCall) session.announce(1)
}

function act(request: Request, decided: Answer, switches: Switches, session: Session): void {
  switch (decided.kind) {
    case 'result':
      return send({ id: request.id, result: switches.modern ? complete(request, decided.result) : decided.result })
    case 'error':
      return send({ id: request.id, error: decided.error })
    case 'exit':
      return process.exit(1)
    case 'hang':
      return session.reportProgress(request, switches.progressEveryMs)
    case 'silent':
      return
  }
}

// What revision 2026-07-28 requires of every result, unless the raw result says otherwise.
function complete({ method }: Request, result: unknown): unknown {
  const caching = method === 'tools/call' ? {} : { ttlMs: 0, cacheScope: 'private' }
  return isRecord(result) ? { resultType: 'complete', ...caching, ...result } : result
}

function onNotification({ method, params }: Notification, switches: Switches, session: Session): void {
  if (method === 'notifications/initialized') session.announce(switches.storm)
  if (method === 'notifications/cancelled') onCancelled(params['requestId'], switches, session)
}

function onCancelled(id: unknown, switches: Switches, session: Session): void {
  if (switches.cancelLog !== undefined) appendLine(switches.cancelLog, String(id))
  session.stopReporting(id)
}

function listen({ id, params }: Request, switches: Switches, session: Session): void {
  session.subscription = id
  const { notifications } = params
  send({ method: 'notifications/subscriptions/acknowledged', params: { notifications, ...session.tag() } })
  session.announce(switches.storm)
}
