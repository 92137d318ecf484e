import { useVirtualizer } from '@tanstack/react-virtual'
import { AllCommunityModule, ModuleRegistry, type ColDef } from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { useRef, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Virtuoso } from 'react-virtuoso'
import { LogTable } from '../src/components/LogTable/LogTable.tsx'
import type { LogTableColumnDefinition } from '../src/components/LogTable/model/LogTableColumns.ts'
import { shortHex } from '../src/components/values/shortHex.ts'
import { valueToText } from '../src/components/values/valueToText.ts'
import type { LogRow } from '../src/logs/Log.ts'
import css from '../src/styles.css?inline'
import { tableRows } from './tableRows.ts'

declare const gc: () => void

ModuleRegistry.registerModules([AllCommunityModule])
const sheet = new CSSStyleSheet()
sheet.replaceSync(`${css}
  .peer-row { display: grid; grid-template-columns: 8rem 12rem 1fr 12rem 5rem; align-items: center; height: 38px;
    border-bottom: 1px solid #ddd; font: 13px sans-serif; white-space: nowrap }
  .peer-row > * { overflow: hidden; text-overflow: ellipsis; padding: 0 0.6rem }`)
document.adoptedStyleSheets = [sheet]

const rowHeight = 38
const height = 640

const cells: Record<string, (log: LogRow) => string> = {
  block: (log) => log.blockNumber.toLocaleString('en'),
  contract: (log) => shortHex(log.address),
  event: ({ decoded }) =>
    decoded
      ? `${decoded.name} ${decoded.args.map(({ name, value }) => `${name}: ${valueToText(value, 80)}`).join('  ')}`
      : '',
  transaction: (log) => shortHex(log.transactionHash),
  index: (log) => String(log.logIndex),
}

function PeerRow({ log }: { log: LogRow }) {
  return (
    <div className="peer-row" data-row>
      {Object.entries(cells).map(([name, read]) => (
        <div key={name}>{read(log)}</div>
      ))}
    </div>
  )
}

function TanStack({ rows }: { rows: readonly LogRow[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  // Its result cannot be memoized: it is measured as its users have it.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  return (
    <div ref={scroller} style={{ height, overflow: 'auto' }}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => (
          <div
            key={item.key}
            style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${item.start}px)` }}
          >
            <PeerRow log={rows[item.index]!} />
          </div>
        ))}
      </div>
    </div>
  )
}

const columnDefs: ColDef<LogRow>[] = Object.entries(cells).map(([headerName, read]) => ({
  headerName,
  flex: headerName === 'event' ? 4 : 1,
  valueGetter: ({ data }) => data && read(data),
}))

interface Candidate {
  readonly draw: (rows: LogRow[]) => ReactNode
  /** A selector of the drawn rows. */
  readonly row: string
}

const ownColumns: readonly LogTableColumnDefinition[] = [
  'block',
  'contract',
  'args.from',
  'args.to',
  'args.value',
  {
    id: 'size',
    header: 'Size',
    render: (log) => (
      <a href={`#${log.transactionHash}`}>
        <b>{String(log.decoded?.args[2]?.value).length}</b> digits
      </a>
    ),
  },
]

const shortAddress = ({ address }: { address: string }) => <i>{address.slice(0, 8)}</i>

const candidates: Record<string, Candidate> = {
  'ours (own cells)': {
    draw: (rows) => (
      <LogTable
        logs={rows}
        columns={ownColumns}
        renderAddress={shortAddress}
        style={{ height: height + 38 }}
        explorerUrl="https://xonescan.com"
      />
    ),
    row: '[role="row"]:has([role="gridcell"])',
  },
  ours: {
    draw: (rows) => (
      <LogTable logs={rows} style={{ height: height + 38 }} explorerUrl="https://xonescan.com" />
    ),
    row: '[role="row"]:has([role="gridcell"])',
  },
  'TanStack Virtual': {
    draw: (rows) => <TanStack rows={rows} />,
    row: '[data-row]',
  },
  'react-virtuoso': {
    draw: (rows) => (
      <Virtuoso
        style={{ height }}
        totalCount={rows.length}
        fixedItemHeight={rowHeight}
        increaseViewportBy={8 * rowHeight}
        itemContent={(index) => <PeerRow log={rows[index]!} />}
      />
    ),
    row: '[data-row]',
  },
  'AG Grid': {
    draw: (rows) => (
      <div style={{ height }}>
        <AgGridReact<LogRow> rowData={rows} columnDefs={columnDefs} rowHeight={rowHeight} rowBuffer={8} />
      </div>
    ),
    row: '.ag-row',
  },
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** The element that scrolls. */
function findScroller(root: Element): Element {
  const scroller = [...root.querySelectorAll('*')].find((element) => {
    if (element.scrollHeight < 1e6) return false
    element.scrollTop = 1
    const moved = element.scrollTop === 1
    element.scrollTop = 0
    return moved
  })
  if (!scroller) throw new Error('Nothing scrolls.')
  return scroller
}

/** Measures one table: milliseconds until rows are on the screen, then dropped frames and the longest task during scrolling. */
async function measure(name: string, count: number) {
  const { draw, row } = candidates[name]!
  const rows = tableRows(count)
  const root = document.querySelector('#root')!
  // Garbage of creating the rows does not count.
  gc()
  await frame()
  await frame()
  const start = performance.now()
  createRoot(root).render(draw(rows))
  while (!root.querySelector(row)) await frame()
  await frame()
  const mount = performance.now() - start
  const element = findScroller(root)
  // Of the last row: the first one may stay for its focus.
  const lastText = () => [...root.querySelectorAll(row)].at(-1)?.textContent
  const before = lastText()
  for (let rest = 0; rest < 30; rest++) await frame()

  let longest = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  })
  observer.observe({ type: 'longtask' })
  let dropped = 0
  let last = await frame()
  // Scrolls slowly, then faster and faster, with jumps as of a dragged scrollbar.
  for (let step = 1; step <= 240; step++) {
    const by = step < 80 ? 24 : step < 160 ? 180 : 1_100
    element.scrollTop = step % 60 === 0 ? element.scrollTop + 400_000 : element.scrollTop + by
    const now = await frame()
    dropped += Math.max(0, Math.round((now - last) / (1000 / 60)) - 1)
    last = now
  }
  for (const { duration } of observer.takeRecords()) longest = Math.max(longest, duration)
  observer.disconnect()
  for (let rest = 0; rest < 10; rest++) await frame()
  const after = lastText()
  if (element.scrollTop < 1e6 || !after || after === before) throw new Error(`${name} did not scroll.`)
  return { mount, dropped, longest }
}

Object.assign(globalThis, { measureTable: measure, tableNames: Object.keys(candidates) })
