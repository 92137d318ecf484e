const urls = /\b(?:https?|wss?):\/\/[^\s"'<>)\]}\\]+/gi
// Control, bidirectional and zero-width characters would hide or reorder what is shown.
// oxlint-disable-next-line no-control-regex
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g
const longest = 400
/** A node may echo part of a key. This many characters in a row are no coincidence. */
const leastEcho = 6

/** A node's words made safe to show: URLs reduced to their host, the endpoint's own secrets out, bounded in length. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let safe = text.slice(0, 4 * longest).replace(invisible, ' ')
  safe = safe.replace(urls, (url) => (URL.canParse(url) ? new URL(url).host : '[url]'))
  safe = hideEchoes(safe, secrets).trim()
  return safe.length > longest ? `${safe.slice(0, longest)}…` : safe
}

/** Hides whatever a text has in common with a secret, in upper or lower case. */
function hideEchoes(text: string, secrets: readonly string[]): string {
  const { pieces, words } = piecesOf(secrets)
  if (pieces.size === 0) return text
  const plain = toLower(text)
  let safe = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (!pieces.has(plain.slice(at, at + leastEcho))) continue
    let end = at + leastEcho
    for (let next = at + 1; next <= end; next++)
      if (pieces.has(plain.slice(next, next + leastEcho))) end = next + leastEcho
    if (!words.has(plain.slice(at, end))) {
      safe += `${text.slice(from, at)}[redacted]`
      from = end
    }
    at = end - 1
  }
  return safe + text.slice(from)
}

/** Every run of a few characters in the secrets, and the ordinary words among them: "ethereum" of `/ethereum-mainnet`. */
function piecesOf(secrets: readonly string[]) {
  const pieces = new Set<string>()
  const words = new Set<string>()
  for (const secret of secrets.map(toLower)) {
    for (let at = 0; at + leastEcho <= secret.length; at++) pieces.add(secret.slice(at, at + leastEcho))
    for (const word of secret.split(/[^a-z]+/)) if (word !== secret) words.add(word)
  }
  for (const secret of secrets) words.delete(toLower(secret))
  return { pieces, words }
}

/** Letter by letter, so that positions stay the same. */
function toLower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
