'use client'
import type { CSSProperties } from 'react'
import { useStrings } from '../strings/useStrings.ts'
import { firstDigits, isShortened, lastDigits, shortHex } from './shortHex.ts'
import { valueStrings } from './valueStrings.ts'

interface HexTextProps {
  hex: string
  href?: string | undefined
  /** Shown instead of the digits. */
  label?: string | undefined
  /** `false` keeps a link out of the tab order, for grids that manage focus. */
  tabbable?: boolean | undefined
  /** Always shortened to `0x1234…cdef`, so that rows line up. @default only if it does not fit */
  short?: boolean | undefined
}

/**
 * Hex, shortened to `0x1234…cdef` by CSS. All of it is in the document, to be selected and copied; screen readers read
 * its first and last digits.
 */
export function HexText({ hex, href, label, tabbable = true, short = false }: HexTextProps) {
  const strings = useStrings(valueStrings)
  const spoken = label ? `${label} (${shortHex(hex)})` : shortHex(hex)
  const kind = label ? 'topic0-hex-label' : 'topic0-hex-text'
  const shown = label || <Digits {...{ hex, short }} />
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

function Digits({ hex, short }: { hex: string; short: boolean }) {
  if (!isShortened(hex)) return hex
  const end = hex.length - lastDigits
  const length = { '--t0-length': `${hex.length}ch` } as CSSProperties
  return (
    <>
      {hex.slice(0, firstDigits)}
      <span className="topic0-hex-middle" data-short={short || undefined} style={short ? undefined : length}>
        {hex.slice(firstDigits, end)}
      </span>
      {hex.slice(end)}
    </>
  )
}
