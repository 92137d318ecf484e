import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { BlockHistogram } from '../../../src/components/BlockHistogram/BlockHistogram.tsx'
import type { Coverage } from '../../../src/logs/Coverage.ts'
import { makeRow } from '../makeRow.ts'

const range = { from: 1_000n, to: 1_119n }
const pending: Coverage = { verified: [], trimmed: [], pending: [range], failed: [] }
const verified: Coverage = { ...pending, verified: [range], pending: [] }
const figure = () => screen.getByRole('figure')

test('without a log, it says that reading waits for the browser to be online', () => {
  const { rerender } = render(
    <BlockHistogram logs={undefined} coverage={pending} status="loading" isOffline range={range} />,
  )
  expect(figure()).toHaveAttribute('data-state', 'offline')
  expect(figure()).toHaveTextContent('You are offline')
  rerender(<BlockHistogram logs={[]} coverage={pending} status="loading" isOffline range={range} />)
  expect(figure()).toHaveAttribute('data-state', 'offline')
  rerender(<BlockHistogram logs={[]} coverage={verified} status="loading" isOffline range={range} />)
  expect(figure()).toHaveAttribute('data-state', 'empty')
  rerender(<BlockHistogram logs={[makeRow(1)]} coverage={pending} status="loading" isOffline range={range} />)
  expect(figure()).toHaveAttribute('data-state', 'partial')
})

test('"0 logs" is said only of blocks that were read', () => {
  const { rerender } = render(<BlockHistogram logs={undefined} range={range} />)
  expect(figure()).toHaveAccessibleName('Logs by block')
  expect(figure()).not.toHaveTextContent(/\b0 logs/)
  rerender(<BlockHistogram logs={[]} status="loading" coverage={pending} range={range} />)
  expect(figure()).toHaveAccessibleName('Logs by block')
  rerender(<BlockHistogram logs={[makeRow(1)]} status="loading" range={range} />)
  expect(figure()).toHaveAccessibleName('Logs by block, 1 log')
  expect(figure()).toHaveAttribute('data-state', 'partial')
  expect(figure()).not.toHaveTextContent(/\b0 logs/)
  rerender(<BlockHistogram logs={[]} range={range} />)
  expect(figure()).toHaveAccessibleName('Logs by block, 0 logs')
  expect(figure()).toHaveAttribute('data-state', 'empty')
})

test('the known logs are said to be those of the blocks that were read, in either order', () => {
  const readout = () => document.querySelector('.topic0-block-histogram-readout')
  const logs = [makeRow(90), makeRow(100)]
  const coverage: Coverage = {
    ...pending,
    verified: [{ from: 1_080n, to: 1_119n }],
    pending: [{ from: 1_000n, to: 1_079n }],
  }
  const { rerender } = render(<BlockHistogram {...{ logs, coverage, range }} status="success" />)
  expect(readout()).toHaveTextContent(/^2 logs.*blocks 1,080–1,119/)
  rerender(<BlockHistogram logs={logs.toReversed()} {...{ coverage, range }} status="success" />)
  expect(readout()).toHaveTextContent(/^2 logs.*blocks 1,080–1,119/)
  rerender(<BlockHistogram {...{ logs, range }} coverage={verified} />)
  expect(readout()).toHaveTextContent(/^2 logs.*blocks 1,000–1,119/)
  rerender(<BlockHistogram logs={[]} {...{ coverage, range }} status="success" />)
  expect(readout()).toHaveTextContent(/^blocks 1,000–1,119/)
})

test('nor by its table, if all logs were left out because their event does not fit them', () => {
  const logs = Object.assign([], { undecodable: 7 })
  render(<BlockHistogram logs={logs} coverage={verified} range={range} />)
  expect(figure()).toHaveAttribute('data-state', 'undecodable')
  expect(screen.getByRole('table')).not.toHaveTextContent('0 logs')
})

test('shortcuts of the browser are left to it', () => {
  const onJump = vi.fn<(block: bigint) => void>()
  render(<BlockHistogram logs={[makeRow(1)]} range={range} onJump={onJump} />)
  const cursor = screen.getByRole('slider')
  // `fireEvent` returns whether the default was left to the browser.
  expect(fireEvent.keyDown(cursor, { key: 'ArrowRight' })).toBe(false)
  expect(cursor).toHaveAttribute('aria-valuenow', '2')
  expect(fireEvent.keyDown(cursor, { key: 'ArrowLeft', altKey: true })).toBe(true)
  expect(fireEvent.keyDown(cursor, { key: 'ArrowLeft', metaKey: true })).toBe(true)
  expect(cursor).toHaveAttribute('aria-valuenow', '2')
})
