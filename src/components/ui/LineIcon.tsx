'use client'

/** The icons of `CopyButton`, so that an app with only this component loads no others. */
export const copyPaths = {
  copy: 'M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M3.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1Z',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  cross: 'm4 4 8 8m0-8-8 8',
} as const

/** A line icon from a path. `Icon` has named ones. */
export function LineIcon({ path }: { path: string }) {
  return (
    <svg className="topic0-icon" viewBox="0 0 16 16" width="16" height="16" fill="none" aria-hidden="true">
      <path d={path} stroke="currentColor" strokeWidth="1.35" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
