/** Path segments below this length ("v2", "rpc", "mainnet") are no keys, and removing them would garble ordinary words. */
const leastSegment = 8
/** For whatever else stands in a URL or a header. */
const leastPart = 6

/** What a node might echo and nobody should read: of its URL userinfo, path, query and fragment; of the headers all. */
export function findSecrets(url: string, headers: HeadersInit = {}): readonly string[] {
  if (!URL.canParse(url)) return []
  const { username, password, pathname, search, searchParams, hash } = new URL(url)
  const segments = pathname.split('/').flatMap(withDecoded)
  // A query may be nothing but a key: `?KEY`.
  const parts = [username, password, hash.slice(1), search.slice(1), ...searchParams.values()]
  for (const name of searchParams.keys()) if (name.length >= 12) parts.push(name)
  if (username !== '' || password !== '') parts.push(toBasicAuth(decode(username), decode(password)))
  // Of `Bearer …` a node repeats the key without the scheme.
  for (const value of valuesOf(headers)) {
    const words = value.split(/\s+/)
    parts.push(...words, ...(/^basic$/i.test(words[0] ?? '') ? readBasicAuth(words[1] ?? '') : []))
  }
  const secrets = [
    ...segments.filter(({ length }) => length >= leastSegment),
    ...parts.flatMap(withDecoded).filter(({ length }) => length >= leastPart),
  ]
  return [...new Set(secrets)]
}

function withDecoded(part: string): readonly string[] {
  const decoded = decode(part)
  return decoded === part ? [part] : [part, decoded]
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** As they were written: `Headers` would throw at what `fetch` is going to refuse by itself. */
function valuesOf(headers: HeadersInit): readonly string[] {
  if (headers instanceof Headers) return [...headers.values()]
  const entries = Array.isArray(headers) ? headers : Object.entries(headers)
  return entries.map(([, value]) => value)
}

/** A user and a password as `authorization: Basic …` writes them. */
export function toBasicAuth(username: string, password: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))
}

/** What {@link toBasicAuth} was given, as far as it can be read. */
export function readBasicAuth(credentials: string): readonly string[] {
  try {
    const pair = new TextDecoder().decode(Uint8Array.from(atob(credentials), (c) => c.charCodeAt(0)))
    const colon = pair.indexOf(':')
    return colon < 0 ? [pair] : [pair.slice(0, colon), pair.slice(colon + 1)]
  } catch {
    // It is not base64, and has nothing inside.
    return []
  }
}
