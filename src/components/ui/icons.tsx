'use client'
import type { JSX } from 'react'

// Decorative line icons in the text color. Each is an export, so that bundlers drop unused ones.
export const check = /* @__PURE__ */ icon('m3 8.5 3.2 3.2L13 4.8')
export const cross = /* @__PURE__ */ icon('m4 4 8 8m0-8-8 8')
export const ring = /* @__PURE__ */ icon('M8 11.25a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5Z')
export const warning = /* @__PURE__ */ icon('M8 2.2 14.6 13.5H1.4L8 2.2Zm0 4.3v3.2m0 1.8v.1')
export const search = /* @__PURE__ */ icon('M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.3-1.2 3.2 3.2')
export const more = /* @__PURE__ */ icon('M3.5 8h.01M8 8h.01M12.5 8h.01')
export const up = /* @__PURE__ */ icon('M8 12.5v-9M4.5 7 8 3.5 11.5 7')
export const down = /* @__PURE__ */ icon('M8 3.5v9M4.5 9 8 12.5 11.5 9')
export const save = /* @__PURE__ */ icon(
  'M8 2.5v7.5M4.75 7 8 10.25 11.25 7M2.5 11v1.5a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V11',
)
export const view = /* @__PURE__ */ icon('M2.5 4.5h11M2.5 8h11M2.5 11.5h11M6 3v3M10.5 6.5v3M5 10v3')
export const expand = /* @__PURE__ */ icon('m3.5 6 4.5 4.5L12.5 6')
export const collapse = /* @__PURE__ */ icon('m3.5 10 4.5-4.5L12.5 10')
export const filter = /* @__PURE__ */ icon('M2.5 3.5h11M4.5 8h7M6.75 12.5h2.5')
export const chart = /* @__PURE__ */ icon('M2.5 13.5h11M4.25 11V8M8 11V3M11.75 11V6')
export const link = /* @__PURE__ */ icon(
  'M6.75 9.25a2.6 2.6 0 0 0 3.7.1l2.2-2.2a2.6 2.6 0 0 0-3.7-3.7l-1 1M9.25 6.75a2.6 2.6 0 0 0-3.7-.1l-2.2 2.2a2.6 2.6 0 0 0 3.7 3.7l1-1',
)
export const undo = /* @__PURE__ */ icon('M5.5 3 2.5 6l3 3M2.5 6h6.75a4 4 0 0 1 0 8H6')
export const redo = /* @__PURE__ */ icon('m10.5 3 3 3-3 3M13.5 6H6.75a4 4 0 0 0 0 8H10')
export const rename = /* @__PURE__ */ icon(
  'm9.75 3.75 2.5 2.5M3 13l.75-3.25L10.5 3a1.4 1.4 0 0 1 2 0l.5.5a1.4 1.4 0 0 1 0 2l-6.75 6.75L3 13Z',
)
export const compare = /* @__PURE__ */ icon('M2.5 3h4.25v10H2.5V3Zm6.75 0h4.25v10H9.25V3Z')
export const bell = /* @__PURE__ */ icon(
  'M3.5 11.5h9l-1.25-2V7a3.25 3.25 0 0 0-6.5 0v2.5l-1.25 2ZM6.75 13.5h2.5M8 3.75V2.5',
)
export const empty = /* @__PURE__ */ icon('M2.5 9.5h3l1 2h3l1-2h3M2.5 9.5l2-6h7l2 6v3.5h-11V9.5Z')

export function icon(path: string): JSX.Element {
  return (
    <svg className="topic0-icon" viewBox="0 0 16 16" width="16" height="16" fill="none" aria-hidden="true">
      <path d={path} stroke="currentColor" strokeWidth="1.35" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
