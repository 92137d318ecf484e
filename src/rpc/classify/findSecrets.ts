/** Shorter path segments ("v2", "rpc", "mainnet") are not keys, and removing them would garble ordinary words. */
const minSegmentLength = 8
/** The same for other parts of a URL, and headers. */
const minPartLength = 6

/** Texts that a node may echo and errors must not show: userinfo, path, query and fragment of its URL, and all headers. */
export function findSecrets(url: string, headers: HeadersInit = {}): readonly string[] {
  if (!URL.canParse(url)) return []
  const parsed = new URL(url)
  const { username, password, pathname, search, searchParams, hash } = parsed
  const segments = pathname.split('/').flatMap(withDecoded)
  // A query may consist of a key only: `?KEY`.
  const parts = [username, password, hash.slice(1), search.slice(1), ...searchParams.values()]
  for (const name of searchParams.keys()) if (name.length >= 12) parts.push(name)
  parts.push(basicAuthOf(parsed) ?? '')
  // A node may repeat only the key of `Bearer KEY`.
  for (const value of valuesOf(headers)) {
    const words = value.split(/\s+/)
    parts.push(...words, ...(/^basic$/i.test(words[0] ?? '') ? readBasicAuth(words[1] ?? '') : []))
  }
  const secrets = [
    ...segments.filter(({ length }) => length >= minSegmentLength),
    ...parts.flatMap(withDecoded).filter(({ length }) => length >= minPartLength),
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

/** Header values as given: `new Headers()` would throw for invalid ones, which `fetch` reports later. */
function valuesOf(headers: HeadersInit): readonly string[] {
  if (headers instanceof Headers) return [...headers.values()]
  const entries = Array.isArray(headers) ? headers : Object.entries(headers)
  return entries.map(([, value]) => value)
}

/** The credentials of `authorization: Basic …` for the user and password in a URL, if it has any. */
export function basicAuthOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  const bytes = new TextEncoder().encode(`${decode(username)}:${decode(password)}`)
  return btoa(String.fromCharCode(...bytes))
}

/** The user and password in the credentials of `authorization: Basic …`. */
export function readBasicAuth(credentials: string): readonly string[] {
  try {
    const pair = new TextDecoder().decode(Uint8Array.from(atob(credentials), (c) => c.charCodeAt(0)))
    const colon = pair.indexOf(':')
    return colon < 0 ? [pair] : [pair.slice(0, colon), pair.slice(colon + 1)]
  } catch {
    // Not base64.
    return []
  }
}
