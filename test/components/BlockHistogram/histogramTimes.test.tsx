import { fireEvent, render, screen } from '@testing-library/react'
import type { Hash } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { BlockHistogram } from '../../../src/components/BlockHistogram/BlockHistogram.tsx'
import { clockSamples } from '../../../src/logs/analyze/createBlockClock.ts'
import { makeRow } from '../makeRow.ts'

const rows = Array.from({ length: 300 }, (_, number) => makeRow(number))

describe('block time samples', () => {
  test('are few, spread over the blocks, and the same in both orders', () => {
    const samples = clockSamples(rows)
    expect(samples.length).toBeGreaterThan(8)
    expect(samples.length).toBeLessThanOrEqual(17)
    expect(clockSamples([...rows].reverse())).toEqual(samples)
    expect(clockSamples([])).toEqual([])
    expect(clockSamples(rows.slice(0, 1))).toEqual([rows[0]])
  })

  test('stay stable when logs are added and removed', () => {
    const samples = clockSamples(rows)
    const grown = clockSamples([...rows, makeRow(300), makeRow(301)])
    expect(grown.slice(0, samples.length)).toEqual(samples)
    expect(clockSamples(rows.slice(5))).toEqual(
      samples.filter((log) => log.blockNumber >= rows[5]!.blockNumber),
    )
  })
})

test('a histogram of logs without times requests a few when the user switches to time', () => {
  const onTimesNeeded = vi.fn<(blocks: readonly Hash[]) => void>()
  const { rerender } = render(<BlockHistogram logs={rows} onTimesNeeded={onTimesNeeded} />)
  expect(onTimesNeeded).not.toHaveBeenCalled()
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'time' } })
  expect(onTimesNeeded).toHaveBeenCalledExactlyOnceWith(clockSamples(rows).map(({ blockHash }) => blockHash))
  expect(screen.getByRole('slider', { name: 'Logs by block' })).toBeInTheDocument()
  const timestamps = new Map(
    clockSamples(rows).map(({ blockHash, blockNumber }) => [blockHash, 1_700_000_000n + blockNumber * 3n]),
  )
  rerender(<BlockHistogram logs={rows} onTimesNeeded={onTimesNeeded} timestamps={timestamps} />)
  expect(screen.getByRole('slider', { name: 'Logs by time' })).toBeInTheDocument()
  rerender(<BlockHistogram logs={[...rows, makeRow(300)]} {...{ onTimesNeeded, timestamps }} />)
  expect(onTimesNeeded).toHaveBeenCalledOnce()
})

test('a callback that is new at each render is not called again for the same blocks', () => {
  const onTimesNeeded = vi.fn<(blocks: readonly Hash[]) => void>()
  const show = () => (
    <BlockHistogram logs={rows} defaultBy="time" onTimesNeeded={(blocks) => onTimesNeeded(blocks)} />
  )
  const { rerender } = render(show())
  rerender(show())
  expect(onTimesNeeded).toHaveBeenCalledOnce()
})

test('given timestamps are enough for a time axis', () => {
  const timestamps = new Map(rows.map((row) => [row.blockHash, row.blockNumber * 3n]))
  render(<BlockHistogram logs={rows} timestamps={timestamps} />)
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'time' } })
  expect(screen.getByRole('slider', { name: 'Logs by time' })).toBeInTheDocument()
})

test('logs without times offer no time axis if no source has times', () => {
  render(<BlockHistogram logs={rows} />)
  expect(screen.queryByRole('combobox')).toBeNull()
})
