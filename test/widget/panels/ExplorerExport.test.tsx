import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import type { LocalFilter } from '../../../src/logs/filter/LocalFilter.ts'
import { createLogList } from '../../../src/logs/list/LogList.ts'
import { ExplorerExport } from '../../../src/widget/panels/ExplorerExport.tsx'
import type { UseMatchingLogsReturnType } from '../../../src/widget/session/useMatchingLogs.ts'
import { makeRow } from '../../components/makeRow.ts'
import { parseCsv } from '../../support/parseCsv.ts'

const rows = [1, 2, 3, 4].map((number) => makeRow(number))
const found = (count: number, busy = false): UseMatchingLogsReturnType => ({
  logs: createLogList(rows.slice(0, count)),
  coverage: undefined,
  busy,
})
const filters: readonly LocalFilter[] = [{ field: 'block', mode: 'not', values: ['1004'] }]

type ExportProps = ComponentProps<typeof ExplorerExport>

interface ShowOptions extends Partial<Pick<ExportProps, 'sorted' | 'tokens'> & ExportProps['session']> {
  staleFrom?: bigint
}

function show(shown: UseMatchingLogsReturnType, options?: ShowOptions, blobs?: Blob[]) {
  const saved = catchFiles(blobs)
  render(menu(shown, options))
  return saved
}

/** The names of the files that are saved. */
function catchFiles(blobs: Blob[] = []) {
  const saved: string[] = []
  const createObjectURL = (blob: Blob) => {
    blobs.push(blob)
    return 'blob:none'
  }
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  return saved
}

const menu = (
  shown: UseMatchingLogsReturnType,
  { sorted, tokens, staleFrom, ...session }: ShowOptions = {},
) => (
  <ExplorerExport
    session={{
      network: { id: 1, name: 'Local' },
      ...{ query: undefined, valid: undefined, matching: found(4), shown, filters },
      scan: { isComplete: true, head: 9n, live: { staleFrom } },
      ...session,
    }}
    marked={[]}
    sorted={sorted}
    tokens={tokens}
  />
)

function save() {
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  fireEvent.click(screen.getByText('Save as CSV'))
}

test('exports the logs shown, with their count, also while they are being matched', async () => {
  show(found(3))
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(screen.getByLabelText('Shown (3)')).toBeChecked()
  expect(screen.getByLabelText('All (4)')).toBeInTheDocument()
  fireEvent.click(screen.getByText('Save as CSV'))
  await screen.findByText(/^3 logs saved as/)
})

test('shows no count before it is known', async () => {
  show(found(4, true))
  save()
  await screen.findByText(/^3 logs saved as/)
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(screen.getByLabelText('Shown')).toBeChecked()
})

test('two exports a second apart have different file names', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const saved = show(found(3))
  for (const time of ['2026-11-21T15:36:07Z', '2026-11-21T15:36:08Z']) {
    vi.setSystemTime(new Date(time))
    const before = saved.length
    save()
    await waitFor(() => expect(saved.length).toBe(before + 1))
  }
  expect(saved).toEqual(['logs-1-20261121T153607.csv', 'logs-1-20261121T153608.csv'])
})

test('Escape dismisses an export result that covers the table, and focuses the table', async () => {
  show(found(4))
  const button = screen.getByRole('button', { name: 'Export' })
  save()
  await screen.findByText(/saved as/)
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(screen.queryByText(/saved as/)).toBeNull()
})

test('a result goes by itself, but not while it has focus', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  show(found(4))
  save()
  await screen.findByText(/saved as/)
  const pass = (seconds: number) =>
    act(() => {
      vi.advanceTimersByTime(seconds * 1_000)
    })
  pass(12)
  expect(screen.getByText(/saved as/)).toBeVisible()
  const close = screen.getByRole('button', { name: 'Dismiss' })
  close.focus()
  pass(60)
  expect(screen.getByText(/saved as/)).toBeVisible()
  close.blur()
  pass(12)
  expect(screen.getByText(/saved as/)).toBeVisible()
  pass(10)
  expect(screen.queryByText(/saved as/)).toBeNull()
})

test('a result goes with the next query', async () => {
  catchFiles()
  const { rerender } = render(menu(found(4), { query: { fromBlock: 1n } }))
  save()
  await screen.findByText(/saved as/)
  rerender(menu(found(4), { query: { fromBlock: 2n } }))
  expect(screen.queryByText(/saved as/)).toBeNull()
})

test('comment lines are in a CSV file only if chosen, and in other files unless they are not', () => {
  show(found(4))
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  const note = () => screen.getByLabelText(/network, filter and coverage/)
  expect(note()).not.toBeChecked()
  fireEvent.click(screen.getByLabelText('NDJSON'))
  expect(note()).toBeChecked()
  fireEvent.click(note())
  fireEvent.click(screen.getByLabelText('Parquet'))
  expect(note()).not.toBeChecked()
})

test('a sorted table is exported in its order, with amounts in units next to the raw integers if chosen', async () => {
  const arg = { name: 'x', type: 'address', value: `0x${'11'.repeat(20)}`, indexed: true, hashed: false }
  const transfers = [1, 2].map((number) =>
    makeRow(number, {
      decoded: {
        name: 'Transfer',
        signature: 'Transfer(address,address,uint256)',
        source: 'given',
        args: [
          { ...arg, name: 'from' },
          { ...arg, name: 'to' },
          {
            name: 'value',
            type: 'uint256',
            value: 1_500_000n * BigInt(number),
            indexed: false,
            hashed: false,
          },
        ],
      },
    }),
  )
  const removed = makeRow(3, { removed: true })
  const rows = [transfers[1]!, removed, transfers[0]!]
  const blobs: Blob[] = []
  show(
    { logs: createLogList(transfers), coverage: undefined, busy: false },
    {
      matching: { logs: createLogList(transfers), coverage: undefined, busy: false },
      filters: [],
      sorted: { length: 3, at: (row) => rows[row] },
      tokens: { [transfers[0]!.address.toUpperCase().replace('0X', '0x')]: { symbol: '=USD', decimals: 6 } },
    },
    blobs,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(screen.getByText('In the order of the table.')).toBeInTheDocument()
  fireEvent.click(screen.getByLabelText('Add amounts in token units'))
  fireEvent.click(screen.getByText('Save as CSV'))
  await screen.findByText(/^2 logs saved as/)
  const [head = [], ...lines] = parseCsv((await blobs[0]!.text()).trimEnd())
  const picked = ['block_number', 'arg_value', 'amount', 'amount_symbol'].map((name) => head.indexOf(name))
  expect(lines.map((line) => picked.map((at) => line[at]))).toEqual([
    ['1002', '3000000', '3', "'=USD"],
    ['1001', '1500000', '1.5', "'=USD"],
  ])
})

test('says before saving that blocks may have been replaced, and in the file', async () => {
  const blobs: Blob[] = []
  const coverage = { verified: [{ from: 1_001n, to: 1_009n }], trimmed: [], pending: [], failed: [] }
  show(found(4), { matching: { ...found(4), coverage }, filters: [], staleFrom: 1_004n }, blobs)
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(screen.getByText(/Not all blocks have been read yet/)).toBeInTheDocument()
  fireEvent.click(screen.getByLabelText('JSON'))
  fireEvent.click(screen.getByText('Save as JSON'))
  await waitFor(() => expect(blobs).toHaveLength(1))
  expect(JSON.parse(await blobs[0]!.text())).toMatchObject({
    provenance: { verified: [['1001', '1003']], pending: [['1004', '1009']] },
  })
})
