/**
 * What a browser does with an authorization URL when nobody has to press anything: it follows the redirects to the callback,
 * and gets its page.
 */
export async function follow(url: string | URL): Promise<Response> {
  return fetch(url, { redirect: 'follow' })
}

/** The parameters with which an authorization server calls back, without going there. */
export async function callbackOf(url: string | URL): Promise<URLSearchParams> {
  const { headers } = await fetch(url, { redirect: 'manual' })
  return new URL(headers.get('location') ?? '').searchParams
}
