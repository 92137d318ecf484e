import { useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import css from '../../src/explorer.css?inline'

/** Renders its children in a shadow root with our styles only. */
export function ShadowRoot({ children }: { children: ReactNode }) {
  const [root, setRoot] = useState<ShadowRoot | null>(null)
  return (
    <div
      ref={(host) => {
        if (!host) return
        const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(css)
        shadow.adoptedStyleSheets = [sheet]
        setRoot(shadow)
      }}
    >
      {root && createPortal(children, root)}
    </div>
  )
}
