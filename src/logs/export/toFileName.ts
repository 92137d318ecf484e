// Characters that file systems reject or interpret, and those that can disguise the file type.
const unsafe = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}/\\:*?"<>|%~]/gu
// Windows treats these as devices, whatever the extension.
const device = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
const maxLength = 120

/** A file name that is valid on every file system and shows its type; `logs` if nothing is left. */
export function toFileName(name: string): string {
  const plain = Array.from(name.replaceAll(unsafe, '_')).slice(0, maxLength).join('')
  const trimmed = plain.replaceAll(/^[\s.]+|[\s.]+$/g, '').replace(device, '_$1')
  return trimmed || 'logs'
}
