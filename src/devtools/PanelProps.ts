import type { CSSProperties } from 'react'
import type { LogsConfig } from '../query/LogsConfig.ts'

/** The props of each panel of the devtools. */
export interface PanelProps {
  config: LogsConfig
  chainId: number
}

export const paddedStyle: CSSProperties = { padding: '0.75rem' }

/** An entry of a list. */
export const entryStyle: CSSProperties = {
  display: 'grid',
  gap: '0.35rem',
  minInlineSize: 0,
  padding: '0.6rem 0.75rem',
  borderBlockEnd: '1px solid var(--t0-border)',
  overflowWrap: 'anywhere',
}

export const codeStyle: CSSProperties = { fontFamily: 'var(--t0-mono)', fontSize: '0.92em' }
