import { render } from '@testing-library/react'
import type { ComponentProps, JSX } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import * as entry from '../../src/components.ts'
import { AddressBook } from '../../src/components/AddressBook/AddressBook.tsx'
import { BlockHistogram } from '../../src/components/BlockHistogram/BlockHistogram.tsx'
import { ExportMenu } from '../../src/components/ExportMenu/ExportMenu.tsx'
import { FilterBuilder } from '../../src/components/FilterBuilder/FilterBuilder.tsx'
import { LogDetails } from '../../src/components/LogDetails/LogDetails.tsx'
import { LogGroups } from '../../src/components/LogGroups/LogGroups.tsx'
import { LogTable } from '../../src/components/LogTable/LogTable.tsx'
import { QueryCode } from '../../src/components/QueryCode/QueryCode.tsx'
import { ScanConfirmation } from '../../src/components/ScanEstimate/ScanConfirmation.tsx'
import { ScanEstimate } from '../../src/components/ScanEstimate/ScanEstimate.tsx'
import { BudgetMeter } from '../../src/components/status/BudgetMeter.tsx'
import { CoverageBar } from '../../src/components/status/CoverageBar.tsx'
import { LiveStatus } from '../../src/components/status/LiveStatus.tsx'
import { NetworkSelect } from '../../src/components/status/NetworkSelect.tsx'
import { NetworkStatus } from '../../src/components/status/NetworkStatus.tsx'
import { ScanProgress } from '../../src/components/status/ScanProgress.tsx'
import { CopyButton } from '../../src/components/ui/CopyButton.tsx'
import { Address } from '../../src/components/values/Address.tsx'
import { DecodedValue } from '../../src/components/values/DecodedValue.tsx'
import { Hash } from '../../src/components/values/Hash.tsx'
import { Timestamp } from '../../src/components/values/Timestamp.tsx'
import { makeRow } from './makeRow.ts'
import { makeEstimate } from './ScanEstimate/makeEstimate.ts'

type RootProps = Pick<ComponentProps<'div'>, 'id' | 'title' | 'className' | 'style'> & {
  ref?: (element: HTMLElement | null) => void
  'data-host'?: string
}

const coverage = { verified: [{ from: 1n, to: 5n }], trimmed: [], pending: [], failed: [] }
const rows = [makeRow(0), makeRow(1)]

// Every component is tested against the shared contract; an exported one that is missing here fails the last test.
const components: Record<string, { class: string; draw: (props: RootProps) => JSX.Element }> = {
  Address: { class: 'topic0-address', draw: (props) => <Address {...props} address={rows[0]!.address} /> },
  BlockHistogram: {
    class: 'topic0-block-histogram',
    draw: (props) => <BlockHistogram {...props} logs={rows} coverage={coverage} />,
  },
  BudgetMeter: {
    class: 'topic0-budget-meter',
    draw: (props) => <BudgetMeter {...props} budget={{ used: 1, quota: 10, resetsAt: 5_000 }} now={1_000} />,
  },
  CopyButton: { class: 'topic0-copy', draw: (props) => <CopyButton {...props} value="x" what="x" /> },
  CoverageBar: {
    class: 'topic0-coverage-bar',
    draw: (props) => <CoverageBar {...props} coverage={coverage} />,
  },
  DecodedValue: {
    class: 'topic0-value',
    draw: (props) => <DecodedValue {...props} value={1n} type="uint8" />,
  },
  AddressBook: {
    class: 'topic0-address-book',
    draw: (props) => <AddressBook {...props} entries={[]} onSave={() => {}} onRemove={() => {}} />,
  },
  ExportMenu: {
    class: 'topic0-export-menu',
    draw: (props) => <ExportMenu {...props} counts={{ all: 1 }} onExport={() => {}} />,
  },
  LiveStatus: { class: 'topic0-live-status', draw: (props) => <LiveStatus {...props} live={undefined} on /> },
  FilterBuilder: { class: 'topic0-filter-builder', draw: (props) => <FilterBuilder {...props} /> },
  Hash: { class: 'topic0-hash', draw: (props) => <Hash {...props} hash={rows[0]!.blockHash} /> },
  LogDetails: { class: 'topic0-log-details', draw: (props) => <LogDetails {...props} log={rows[0]!} /> },
  LogGroups: { class: 'topic0-log-groups', draw: (props) => <LogGroups {...props} logs={rows} /> },
  LogTable: { class: 'topic0-log-table', draw: (props) => <LogTable {...props} logs={rows} /> },
  LogTableRoot: { class: 'topic0-log-table', draw: (props) => <LogTable.Root {...props} logs={rows} /> },
  NetworkSelect: {
    class: 'topic0-network-select',
    draw: (props) => <NetworkSelect {...props} networks={[{ id: 1, name: 'One' }]} value={1} />,
  },
  NetworkStatus: {
    class: 'topic0-network-status',
    draw: (props) => <NetworkStatus {...props} endpoints={[]} />,
  },
  QueryCode: {
    class: 'topic0-query-code',
    draw: (props) => <QueryCode {...props} query={{}} page="https://example.org/" />,
  },
  ScanConfirmation: {
    class: 'topic0-scan-confirmation',
    draw: (props) => (
      <ScanConfirmation {...props} estimate={makeEstimate()} onConfirm={() => {}} onDismiss={() => {}} />
    ),
  },
  ScanEstimate: {
    class: 'topic0-scan-estimate',
    draw: (props) => <ScanEstimate {...props} estimate={makeEstimate()} />,
  },
  ScanProgress: {
    class: 'topic0-scan-progress',
    draw: (props) => <ScanProgress {...props} coverage={coverage} />,
  },
  Timestamp: { class: 'topic0-timestamp', draw: (props) => <Timestamp {...props} seconds={1n} /> },
}

describe.each(Object.entries(components))('%s', (_name, { class: name, draw }) => {
  test('passes its root the remaining props, the ref, class and style', () => {
    let element: HTMLElement | null = null
    const ref = (node: HTMLElement | null) => {
      element = node
    }
    const { container } = render(
      draw({ ref, id: 'mine', title: 'said', className: 'own', style: { margin: 3 }, 'data-host': 'page' }),
    )
    const root = container.firstElementChild as HTMLElement
    expect(element).toBe(root)
    expect(root).toHaveClass('topic0', name, 'own')
    expect(root).toHaveStyle({ margin: '3px' })
    expect(root).toHaveAttribute('id', 'mine')
    expect(root).toHaveAttribute('title', 'said')
    expect(root).toHaveAttribute('data-host', 'page')
    expect(container.childElementCount).toBe(1)
  })

  test('exposes its state', () => {
    const { container } = render(draw({}))
    expect(container.firstElementChild).toHaveAttribute('data-state', expect.stringMatching(/^[a-z-]+$/))
  })

  test('renders the same on a server and in a browser, without inline style elements', () => {
    const html = renderToString(draw({}))
    expect(html).not.toContain('<style')
    const { container } = render(draw({}))
    const server = document.createElement('div')
    server.innerHTML = html
    const shown = container.cloneNode(true) as HTMLElement
    // Comes with code that loads after the first paint.
    for (const help of shown.querySelectorAll('p[hidden]')) {
      help.previousElementSibling!.remove()
      help.remove()
    }
    expect(server.textContent).toBe(shown.textContent)
    expect(server.querySelectorAll('*')).toHaveLength(shown.querySelectorAll('*').length)
  })
})

test('every component of the entry is tested above', () => {
  // Parts need a table around them: test/components/LogTable/parts.test.tsx.
  const parts = Object.keys(LogTable).map((part) => `LogTable${part}`)
  const elsewhere = ['StringsProvider', ...parts.filter((part) => part !== 'LogTableRoot')]
  const drawn = Object.keys(entry).filter((name) => /^[A-Z]/.test(name) && !elsewhere.includes(name))
  expect(drawn.sort()).toEqual(Object.keys(components).sort())
})
