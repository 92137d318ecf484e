'use client'
import { classNames } from './classNames.ts'
import { shortHex } from './shortHex.ts'
import { useStrings } from './useStrings.ts'

interface HexTextProps {
  hex: string
  href?: string | undefined
  /** A name that stands before the digits, or instead of them. */
  label?: string | undefined
  /** `false` keeps a link out of the tab order: a grid moves focus itself. */
  tabbable?: boolean | undefined
}

/**
 * Hex whose middle gives way when room is short, while its end stays. The whole of it is in the document, to be selected
 * and copied; who listens instead of looking hears its beginning and end.
 */
export function HexText({ hex, href, label, tabbable = true }: HexTextProps) {
  const strings = useStrings()
  const spoken = label ? `${label} (${shortHex(hex)})` : shortHex(hex)
  const cut = Math.max(0, hex.length - 6)
  const digits = (
    <>
      <span className="topic0-hex-start">{hex.slice(0, cut)}</span>
      {hex.slice(cut)}
    </>
  )
  if (href === undefined)
    return (
      <span className="topic0-hex" title={hex}>
        <span className="topic0-visually-hidden">{spoken}</span>
        <span className={label ? 'topic0-hex-label' : 'topic0-hex-text'} aria-hidden="true">
          {label || digits}
        </span>
      </span>
    )
  // A link can be named without an element for it: tables draw many.
  return (
    <a
      className={classNames('topic0-hex', 'topic0-link', label ? undefined : 'topic0-hex-text')}
      href={href}
      title={hex}
      aria-label={`${spoken} (${strings.opensElsewhere})`}
      target="_blank"
      rel="noopener noreferrer"
      tabIndex={tabbable ? undefined : -1}
    >
      {label ? <span className="topic0-hex-label">{label}</span> : digits}
    </a>
  )
}
