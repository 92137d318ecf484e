const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * The target of a redirect, as the end of a sentence; `undefined` if the response is not one. Redirects are never followed:
 * keys would be sent along, and the target's answers would be trusted.
 */
export function readRedirect(response: Response, url: string): string | undefined {
  // Browsers hide the target.
  if (response.type === 'opaqueredirect') return 'another URL, which browsers do not reveal'
  // A custom `fetch` may have followed it.
  if (response.redirected) return describe(response.url, url)
  return redirects.has(response.status) ? describe(response.headers.get('location') ?? '', url) : undefined
}

/** Names the host only: paths and queries may contain keys. */
function describe(location: string, url: string): string {
  if (location === '' || !URL.canParse(location, url)) return 'an unknown URL'
  const to = new URL(location, url)
  const from = new URL(url)
  if (to.host !== from.host) return to.host
  return to.protocol === from.protocol ? 'another path of the same host' : `${to.protocol}//${to.host}`
}
