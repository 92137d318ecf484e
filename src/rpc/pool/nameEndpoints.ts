/** A name for each URL that is safe to show: the host, with a number behind it where several share one. */
export function nameEndpoints(urls: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return urls.map((url) => {
    const host = URL.canParse(url) ? new URL(url).host : 'endpoint'
    const count = (seen.get(host) ?? 0) + 1
    seen.set(host, count)
    return count === 1 ? host : `${host} (${count})`
  })
}
