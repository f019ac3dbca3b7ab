import type { HttpFault } from '../scripted/remote/exchange.js'

/** When a fault happens: a method of the protocol, or the verb of a request that carries none. */
export type Moment = 'GET' | 'DELETE' | 'POST' | (string & {})

/** `fault` at the requests for one method, or of one verb. */
export function on(moment: Moment, fault: HttpFault): HttpFault {
  return (exchange) => {
    const happens = moment === exchange.verb || moment === exchange.message?.method
    return happens && fault(exchange)
  }
}

/** `fault` the first `times` times only. */
export function first(times: number, fault: HttpFault): HttpFault {
  let left = times
  return (exchange) => left-- > 0 && fault(exchange)
}

/** `fault` from the time on that comes after `times` others. */
export function after(times: number, fault: HttpFault): HttpFault {
  let before = times
  return (exchange) => --before < 0 && fault(exchange)
}

/** Several faults; the first that deals with the exchange wins. */
export function all(...faults: HttpFault[]): HttpFault {
  return (exchange) => faults.some((fault) => fault(exchange))
}
