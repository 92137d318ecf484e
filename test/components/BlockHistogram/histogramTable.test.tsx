import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BlockHistogram } from '../../../src/components/BlockHistogram/BlockHistogram.tsx'
import type { Coverage } from '../../../src/logs/Coverage.ts'
import { makeRow } from '../makeRow.ts'

const logs = [0, 1, 1, 12].map((block) => makeRow(block))
const coverage: Coverage = {
  verified: [{ from: 1_000n, to: 1_012n }],
  trimmed: [],
  pending: [{ from: 1_013n, to: 1_019n }],
  failed: [{ range: { from: 1_020n, to: 1_021n }, error: new Error('no') }],
}

/** The text of the table for screen readers, row by row. */
const cells = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('the table gives screen readers the blocks, log counts and coverage of each bar', () => {
  render(<BlockHistogram logs={logs} coverage={coverage} range={{ from: 1_000n, to: 1_119n }} />)
  expect(screen.getByRole('table')).toHaveAccessibleName('Logs by block, blocks 1,000–1,119')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Range',
    'Logs',
    'Coverage',
  ])
  expect(cells().slice(0, 4)).toEqual([
    ['blocks 1,000–1,009', '3 logs', 'Complete'],
    ['blocks 1,010–1,019', '1 log', 'Pending'],
    ['blocks 1,020–1,029', '', 'Failed'],
    ['blocks 1,030–1,039', '', 'Not requested'],
  ])
  expect(cells()).toHaveLength(12)
  // A table is as wide as its words, hidden or not: a page of 360 px would scroll sideways.
  expect(screen.getByRole('table').parentElement).toHaveClass('topic0-visually-hidden')
})

test('unknown coverage is not mentioned', () => {
  render(<BlockHistogram logs={logs} range={{ from: 1_000n, to: 1_119n }} />)
  expect(new Set(cells().map(([, , state]) => state))).toEqual(new Set(['']))
})

test('pending blocks have no count before their first log', () => {
  const awaited: Coverage = { verified: [], trimmed: [], pending: [{ from: 1_000n, to: 1_119n }], failed: [] }
  render(<BlockHistogram logs={logs} coverage={awaited} range={{ from: 1_000n, to: 1_119n }} />)
  expect(cells().slice(0, 3)).toEqual([
    ['blocks 1,000–1,009', '3 logs', 'Pending'],
    ['blocks 1,010–1,019', '1 log', 'Pending'],
    ['blocks 1,020–1,029', '', 'Pending'],
  ])
})
