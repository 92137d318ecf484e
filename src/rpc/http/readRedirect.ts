const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Where a response leads instead of answering, as the end of a sentence; `undefined` when it is an answer. Redirects are
 * never followed: keys would go along, and whoever they lead to would be believed.
 */
export function readRedirect(response: Response, url: string): string | undefined {
  // A browser hides everything about it.
  if (response.type === 'opaqueredirect') return 'another URL, which browsers do not reveal'
  // Somebody else's `fetch` may have followed it all the same.
  if (response.redirected) return describe(response.url, url)
  return redirects.has(response.status) ? describe(response.headers.get('location') ?? '', url) : undefined
}

/** Says the host only: paths and queries hold keys. */
function describe(location: string, url: string): string {
  if (location === '' || !URL.canParse(location, url)) return 'an unknown URL'
  const to = new URL(location, url)
  const from = new URL(url)
  if (to.host !== from.host) return to.host
  return to.protocol === from.protocol ? 'another path of the same host' : `${to.protocol}//${to.host}`
}
