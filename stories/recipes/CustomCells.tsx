import { formatUnits } from 'viem'
import { Address, Timestamp } from '../../src/components.ts'
import type { LogList, LogRow } from '../../src/components.ts'

/** A log list is array-like: any table can render it, with our components in the cells. */
export function CustomCells({ logs }: { logs: LogList<LogRow> }) {
  return (
    // Scrolls on its own where space is short.
    <div style={{ overflowX: 'auto' }}>
      <table style={{ borderSpacing: '1.25rem 0.35rem' }}>
        <thead>
          <tr>
            <th scope="col" style={start}>
              When
            </th>
            <th scope="col" style={start}>
              From
            </th>
            <th scope="col" style={start}>
              To
            </th>
            <th scope="col" style={number}>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {logs
            .filter(({ decoded }) => decoded?.name === 'Transfer')
            .slice(0, 8)
            .map((log) => {
              const [from, to, value] = log.decoded!.args.map((arg) => arg.value)
              return (
                <tr key={`${log.blockHash}:${log.logIndex}`}>
                  <td>{log.blockTimestamp !== undefined && <Timestamp seconds={log.blockTimestamp} />}</td>
                  <td>{typeof from === 'string' && <Address address={from} />}</td>
                  <td>{typeof to === 'string' && <Address address={to} />}</td>
                  <td style={number}>{typeof value === 'bigint' && `${amount(value)} USDC`}</td>
                </tr>
              )
            })}
        </tbody>
      </table>
    </div>
  )
}

const amounts = new Intl.NumberFormat('en', { minimumFractionDigits: 6 })

/** All digits, grouped: `format` accepts decimal text without rounding. */
function amount(value: bigint): string {
  return amounts.format(formatUnits(value, 6) as `${number}`)
}

const start = { textAlign: 'start' } as const
const number = { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } as const
