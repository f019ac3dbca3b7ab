import { SdkError, SdkErrorCode, SdkHttpError, SseError } from '@modelcontextprotocol/client'

/** What the SDK makes of a refusal by HTTP. */
export function http(status: number, text = 'the body'): SdkHttpError {
  return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, `Error POSTing to endpoint: ${text}`, {
    status,
    statusText: '',
    text,
  })
}

/** What `fetch` makes of an error of the system. */
export function network(code: string, message = `connect ${code} 127.0.0.1:1`): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })
}

/** What the SDK makes of an event stream that is refused, or breaks. */
export function sse(code: number | undefined, message = 'Non-200 status code'): SseError {
  return new SseError(code, message, new Event('error'))
}

/** A negotiation that failed for this cause. */
export function negotiation(cause: unknown): Error {
  return Object.assign(new SdkError(SdkErrorCode.EraNegotiationFailed, 'Version negotiation failed'), { cause })
}
