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
