// Characters that file systems reject or interpret, and those that can disguise the file type.
const unsafe = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}/\\:*?"<>|%~]/gu
// Windows treats these as devices, whatever the extension.
const device = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?=\s*(?:\.|$))/i
/** Of the 255 that most file systems allow: the rest is for an extension, and for a number that a browser adds. */
const maxBytes = 200

/** A file name that is valid on every file system and shows its type; `logs` if nothing is left. */
export function toFileName(name: string): string {
  const trimmed = cut(name.replaceAll(unsafe, '_'))
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
    .replace(device, '_$1')
  return trimmed || 'logs'
}

/** The longest beginning of whole characters that is short enough in UTF-8. */
function cut(name: string): string {
  const bytes = new TextEncoder().encode(name)
  if (bytes.length <= maxBytes) return name
  let end = maxBytes
  // Bytes of the form 10xxxxxx continue a character.
  while ((bytes[end]! & 0xc0) === 0x80) end--
  return new TextDecoder().decode(bytes.subarray(0, end))
}
