'use client'
import { shortHex } from './shortHex.ts'
import { useStrings } from '../strings/useStrings.ts'
import { valueStrings } from './valueStrings.ts'

interface HexTextProps {
  hex: string
  href?: string | undefined
  /** A label, shown before or instead of the digits. */
  label?: string | undefined
  /** `false` keeps a link out of the tab order, for grids that manage focus. */
  tabbable?: boolean | undefined
}

/**
 * Hex truncated in the middle by CSS if space is short. All of it is in the document, to be selected
 * and copied; screen readers read its first and last digits.
 */
export function HexText({ hex, href, label, tabbable = true }: HexTextProps) {
  const strings = useStrings(valueStrings)
  const spoken = label ? `${label} (${shortHex(hex)})` : shortHex(hex)
  const cut = Math.max(0, hex.length - 6)
  const kind = label ? 'topic0-hex-label' : 'topic0-hex-text'
  const shown = label || (
    <>
      <span className="topic0-hex-start">{hex.slice(0, cut)}</span>
      {hex.slice(cut)}
    </>
  )
  const content = (
    <>
      <span className="topic0-visually-hidden">
        {href === undefined ? spoken : `${spoken} (${strings.opensElsewhere})`}
      </span>
      <span className={kind} title={hex} aria-hidden="true">
        {shown}
      </span>
    </>
  )
  if (href === undefined) return <span className="topic0-hex">{content}</span>
  return (
    <a
      className="topic0-hex topic0-link"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      tabIndex={tabbable ? undefined : -1}
    >
      {content}
    </a>
  )
}
