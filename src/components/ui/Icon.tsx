'use client'
import type * as icons from './icons.ts'

/** The path of an icon, one of `icons`. */
export type IconPath = (typeof icons)[keyof typeof icons]

/** A decorative line icon in the current text color. */
export function Icon({ path }: { path: IconPath }) {
  return (
    <svg className="topic0-icon" viewBox="0 0 16 16" width="16" height="16" fill="none" aria-hidden="true">
      <path d={path} stroke="currentColor" strokeWidth="1.35" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
