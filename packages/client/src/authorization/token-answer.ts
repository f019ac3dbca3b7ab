/**
 * What an authorization server answered to a POST, fit for the SDK. The SDK prints what is said of a failure, some servers
 * report one with status 200, and either may quote the token that it was sent: of a failure its code alone is left. A field
 * that is null is one that is not there.
 */
export function plainAnswer(status: number, body: string): { readonly status: number; readonly body: string } {
  const answer = fieldsOf(body)
  if (isOk(status) && ('access_token' in answer || 'client_id' in answer))
    return { status, body: JSON.stringify(answer) }
  const { error } = answer
  const code = typeof error === 'string' && /^[a-z_]{1,64}$/.test(error) ? error : 'server_error'
  return { status: isOk(status) ? 400 : status, body: JSON.stringify({ error: code }) }
}

function isOk(status: number): boolean {
  return status >= 200 && status < 300
}

function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body)
    const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return Object.fromEntries(fields.filter(([, field]) => field !== null))
  } catch {
    return {}
  }
}
