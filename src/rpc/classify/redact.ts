const urls = /\b(?:https?|wss?):\/\/[^\s"'<>)\]}\\]+/gi
// Control, bidirectional and zero-width characters would hide or reorder what is shown.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const maxLength = 400
/** A node may echo part of a key. This many equal characters in a row are not a coincidence. */
const minEchoLength = 6

/** Makes a node's message safe to show: reduces URLs to hosts, removes the endpoint's secrets, and limits the length. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let safe = text.slice(0, 4 * maxLength).replace(invisible, ' ')
  safe = safe.replace(urls, (url) => (URL.canParse(url) ? new URL(url).host : '[url]'))
  safe = hideEchoes(safe, secrets).trim()
  return safe.length > maxLength ? `${safe.slice(0, maxLength)}…` : safe
}

/** Replaces every part that a text has in common with a secret, in any case. */
function hideEchoes(text: string, secrets: readonly string[]): string {
  const { pieces, words } = piecesOf(secrets)
  if (pieces.size === 0) return text
  const plain = toLower(text)
  let safe = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (!pieces.has(plain.slice(at, at + minEchoLength))) continue
    let end = at + minEchoLength
    for (let next = at + 1; next <= end; next++)
      if (pieces.has(plain.slice(next, next + minEchoLength))) end = next + minEchoLength
    if (!words.has(plain.slice(at, end))) {
      safe += `${text.slice(from, at)}[redacted]`
      from = end
    }
    at = end - 1
  }
  return safe + text.slice(from)
}

/** Every run of `minEchoLength` characters in the secrets, and the ordinary words in them: "ethereum" of `/ethereum-mainnet`. */
function piecesOf(secrets: readonly string[]) {
  const pieces = new Set<string>()
  const words = new Set<string>()
  for (const secret of secrets.map(toLower)) {
    for (let at = 0; at + minEchoLength <= secret.length; at++)
      pieces.add(secret.slice(at, at + minEchoLength))
    for (const word of secret.split(/[^a-z]+/)) if (word !== secret) words.add(word)
  }
  for (const secret of secrets) words.delete(toLower(secret))
  return { pieces, words }
}

/** ASCII only, so that positions stay the same. */
function toLower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
