import type { CSSProperties } from 'react'
import { BlockHistogram, LogTable, type LogList, type LogRow } from '../../src/components.ts'

// As a rule of your stylesheet, or inline as here.
const theme = {
  '--topic0-accent': 'light-dark(#0b6b66, #5fd6cd)',
  '--topic0-on-accent': 'light-dark(#fff, #06211f)',
  '--topic0-background-subtle': 'light-dark(#f1f7f6, #14201f)',
  '--topic0-radius': '0',
  '--topic0-font-size': '0.875rem',
  '--topic0-histogram-height': '8rem',
  '--topic0-table-height': '20rem',
} as CSSProperties

export function CustomTheme({ logs }: { logs: LogList<LogRow> }) {
  return (
    <div style={theme}>
      <BlockHistogram logs={logs} />
      <LogTable logs={logs} />
    </div>
  )
}
