// Characters that file systems refuse or give a meaning, and those that hide what kind of file it is.
const unsafe = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}/\\:*?"<>|%~]/gu
// Windows takes these for devices, whatever comes behind the dot.
const device = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
const longest = 120

/** A name that every file system takes, and that shows what it is; `logs` when nothing of it is left. */
export function toFileName(name: string): string {
  const plain = Array.from(name.replaceAll(unsafe, '_')).slice(0, longest).join('')
  const trimmed = plain.replaceAll(/^[\s.]+|[\s.]+$/g, '').replace(device, '_$1')
  return trimmed || 'logs'
}
