const urls = /\b(?:https?|wss?):\/\/[^\s"'<>)\]}\\]+/gi
// Control, bidirectional and zero-width characters would hide or reorder what is shown.
// oxlint-disable-next-line no-control-regex
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g
const longest = 400

/** A node's words made safe to show: URLs reduced to their host, the endpoint's own secrets out, bounded in length. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let safe = text.slice(0, 4 * longest).replace(invisible, ' ')
  safe = safe.replace(urls, (url) => (URL.canParse(url) ? new URL(url).host : '[url]'))
  for (const secret of secrets) safe = safe.replaceAll(secret, '[redacted]')
  safe = safe.trim()
  return safe.length > longest ? `${safe.slice(0, longest)}…` : safe
}

/** What a node might echo and nobody should read: of its URL userinfo, path segments, query and fragment; of the headers all. */
export function secretsOf(url: string, headers: HeadersInit = {}): readonly string[] {
  if (!URL.canParse(url)) return []
  const { username, password, pathname, searchParams, hash } = new URL(url)
  const parts = [username, password, hash.slice(1), ...pathname.split('/'), ...searchParams.values()]
  // Of `Bearer …` a node repeats the key without the scheme.
  for (const value of valuesOf(headers)) parts.push(...value.split(/\s+/))
  const decoded = parts.map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })
  // Short parts ("v2", "rpc") are no secrets, and removing them would garble ordinary words.
  return [...new Set([...parts, ...decoded])]
    .filter((part) => part.length >= 8)
    .sort((a, b) => b.length - a.length)
}

/** As they were written: `Headers` would throw at what `fetch` is going to refuse by itself. */
function valuesOf(headers: HeadersInit): readonly string[] {
  if (headers instanceof Headers) return [...headers.values()]
  const entries = Array.isArray(headers) ? headers : Object.entries(headers)
  return entries.map(([, value]) => value)
}
