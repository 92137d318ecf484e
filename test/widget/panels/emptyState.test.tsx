import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { encodeAbiParameters, parseAbiItem, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { BlockHistogram } from '../../../src/components/BlockHistogram/BlockHistogram.tsx'
import { LogGroups } from '../../../src/components/LogGroups/LogGroups.tsx'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import type { LogSearch } from '../../../src/logs/filter/LogSearch.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import { randomLogs } from '../../support/randomLogs.ts'
import { fakeConfig } from '../../support/renderHooks.tsx'
import { renderExplorer } from '../renderExplorer.tsx'

const address = `0x${'c0'.repeat(20)}` as const

function open(query: LogSearch, code?: string) {
  const { node, config } = fakeConfig({ blocks: 100, logsPerBlock: 1 })
  const asked: unknown[][] = []
  node.faults.respond = ({ method, params }) => {
    if (method !== 'eth_getCode') return undefined
    asked.push([...params])
    return { result: code }
  }
  renderExplorer({ config, defaultQuery: query })
  return asked
}

test('blocks beyond the head do not exist yet: no statement about their logs', async () => {
  open({ fromBlock: 5_000n, toBlock: 6_000n })
  await waitFor(() =>
    expect(document.querySelector('.topic0-log-table')).toHaveAttribute('data-state', 'awaiting'),
  )
  expect(screen.getByText('Not available yet', { selector: 'strong' })).toBeVisible()
  expect(screen.queryByText('No logs match')).toBeNull()
})

test('blocks that are not final yet are awaited, not empty, if the query ends with the last final one', async () => {
  open({ fromBlock: 90n, toBlock: 'finalized' })
  await waitFor(() =>
    expect(document.querySelector('.topic0-log-table')).toHaveAttribute('data-state', 'awaiting'),
  )
  expect(screen.getByText(/are not final yet/)).toBeVisible()
  expect(screen.getByText('Latest block 99')).toBeVisible()
  expect(screen.queryByText(/new blocks/)).toBeNull()
  expect(screen.queryByText('No logs match')).toBeNull()
})

test.each([
  ['0x', /is not a contract on this network/],
  ['0x6080', /is a contract on this network/],
])(
  'for an address without logs, whether its code is %s is requested once, on demand',
  async (code, answer) => {
    const asked = open({ address, fromBlock: 0n, toBlock: 50n }, code)
    const button = await screen.findByRole('button', { name: 'Check for a contract' })
    expect(asked).toEqual([])
    fireEvent.click(button)
    expect(await screen.findByText(answer)).toBeVisible()
    expect(asked).toEqual([[address, 'latest']])
    expect(screen.queryByRole('button', { name: 'Check for a contract' })).toBeNull()
  },
)

test('not for several addresses, or none', async () => {
  open({ address: [address, `0x${'c1'.repeat(20)}`], fromBlock: 0n, toBlock: 50n })
  // The chart agrees.
  const table = () => document.querySelector<HTMLElement>('.topic0-log-table')!
  await waitFor(() => expect(table()).toHaveAttribute('data-state', 'empty'))
  expect(within(table()).getByText('No logs match', { selector: 'strong' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Check for a contract' })).toBeNull()
})

test('where every log was excluded, no zero count is shown', () => {
  const wrong = parseAbiItem('event Transfer(address from, address to, uint256 value)')
  const segment = packLogs(randomLogs({ seed: 1, count: 3 }))
  const logs = createPackedLogList({ segments: [segment], decoder: createDecoder([wrong]) })
  const coverage = { verified: [{ from: 0n, to: 50n }], trimmed: [], pending: [], failed: [] }
  const { container } = render(
    <>
      <LogTable logs={logs} coverage={coverage} />
      <LogGroups logs={logs} coverage={coverage} />
      <BlockHistogram logs={logs} coverage={coverage} />
    </>,
  )
  const states = ['log-table', 'log-groups', 'block-histogram'].map((part) =>
    container.querySelector(`.topic0-${part}`)?.getAttribute('data-state'),
  )
  expect(states).toEqual(['undecodable', 'undecodable', 'undecodable'])
  expect(container).not.toHaveTextContent(/(?<![\d,])0 logs/)
  expect(container).not.toHaveTextContent('No logs match')
  expect(screen.getAllByText('3 logs do not match the event', { ignore: 'output' })).toHaveLength(3)
})

test('logs dropped for an ABI mismatch are reported', () => {
  const wrong = parseAbiItem('event Transfer(address from, address to, uint256 value)')
  const logs = randomLogs({ seed: 1, count: 3 })
  const list = createPackedLogList({ segments: [packLogs(logs)], decoder: createDecoder([wrong]) })
  expect([list.length, list.undecodable, logs[0]!.topics[0]]).toEqual([0, 3, toEventSelector(wrong)])
  const { rerender } = render(<LogTable logs={list} />)
  expect(screen.getByText('3 logs do not match the event', { selector: 'strong' })).toBeVisible()
  expect(screen.queryByText('No logs match')).toBeNull()
  const data = encodeAbiParameters(wrong.inputs, [address, address, 1n])
  const fitting = { ...logs[0]!, topics: [toEventSelector(wrong)], data }
  rerender(
    <LogTable
      logs={createPackedLogList({ segments: [packLogs([fitting])], decoder: createDecoder([wrong]) })}
    />,
  )
  expect(screen.queryByText(/not match the event/)).toBeNull()
})
