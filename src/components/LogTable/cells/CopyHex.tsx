'use client'
import { CopyButton } from '../../ui/CopyButton.tsx'

/** Copies an address or hash of the pointed row. */
export function CopyHex({ hex, what }: { hex: string; what: string }) {
  return <CopyButton value={hex} what={`${what} ${hex.slice(0, 6)}`} tabIndex={-1} />
}
