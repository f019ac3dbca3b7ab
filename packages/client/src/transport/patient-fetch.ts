type Dispatcher = NonNullable<RequestInit['dispatcher']>

/** Where Node, and everything that replaces its dispatcher (a proxy agent, a mock), keeps the one that `fetch` uses. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1')

/**
 * The dispatcher of `fetch` without its limit of 300 s between two pieces of a response, which would end long calls in the
 * middle; the client has limits of its own. `undefined` on a runtime that keeps its dispatcher elsewhere.
 */
export function patientDispatcher(): Dispatcher | undefined {
  const global: unknown = Reflect.get(globalThis, GLOBAL_DISPATCHER)
  if (!isDispatcher(global)) return undefined
  const patient: unknown = Object.create(global, {
    dispatch: {
      value: (...[options, handler]: Parameters<Dispatcher['dispatch']>) =>
        global.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
    },
  })
  return isDispatcher(patient) ? patient : undefined
}

function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === 'object' && value !== null && 'dispatch' in value && typeof value.dispatch === 'function'
}
