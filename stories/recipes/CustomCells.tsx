import { LogTable, type LogList, type LogRow, type LogTableColumnDefinition } from '../../src/components.ts'

/** Declared once: rows render again only when their columns change. */
const columns: readonly LogTableColumnDefinition[] = [
  'time',
  'args.from',
  'args.to',
  { id: 'args.value', header: 'Amount', align: 'end' },
  {
    id: 'size',
    header: 'Size',
    width: 120,
    render: (log) => <meter aria-label="Share of the largest" max={30} value={magnitude(log)} />,
    sortValue: magnitude,
    text: (log) => String(magnitude(log)),
  },
  'transaction',
]

/** The table, with your own columns next to built-in ones. */
export function CustomCells({ logs }: { logs: LogList<LogRow> }) {
  return (
    <LogTable
      logs={logs}
      columns={columns}
      renderAddress={({ address, label, href }) => (
        <a href={href} target="_blank" rel="noreferrer">
          <Avatar address={address} /> {label ?? `${address.slice(0, 6)}…${address.slice(-4)}`}
        </a>
      )}
    />
  )
}

function magnitude({ decoded }: LogRow): number {
  const value = decoded?.args.find(({ name }) => name === 'value')?.value
  return typeof value === 'bigint' ? value.toString().length : 0
}

function Avatar({ address }: { address: string }) {
  const hue = Number.parseInt(address.slice(2, 6), 16) % 360
  const background = `linear-gradient(135deg, hsl(${hue} 70% 55%), hsl(${hue + 80} 70% 45%))`
  return (
    <span
      aria-hidden="true"
      style={{
        display: 'inline-block',
        inlineSize: 14,
        blockSize: 14,
        borderRadius: 7,
        verticalAlign: -2,
        background,
      }}
    />
  )
}
