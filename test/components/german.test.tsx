import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { BlockHistogram } from '../../src/components/BlockHistogram/BlockHistogram.tsx'
import { CoverageBar } from '../../src/components/CoverageBar.tsx'
import { english } from '../../src/components/english.ts'
import { ErrorMessage } from '../../src/components/ErrorMessage.tsx'
import { formatProgress } from '../../src/components/formatProgress.ts'
import { german } from '../../src/components/german.ts'
import { ScanProgress } from '../../src/components/ScanProgress.tsx'
import { StringsProvider } from '../../src/components/StringsProvider.tsx'
import {
  InvalidQueryError,
  LookupError,
  NodeError,
  QuotaExceededError,
  UnreadBlocksError,
} from '../../src/errors.ts'
import type { NodeErrorKind } from '../../src/errors.ts'
import { sentenceByKind } from '../../src/rpc/nodeErrorSentences.ts'

// What German says as English does: names of things that have no other name, and units.
const same = new Set([
  'logs',
  'block',
  'name',
  'json',
  'logDetails',
  'rawTopics',
  'milliseconds',
  'chain',
  'byteCount',
  'exportRunning',
  'blockFound',
  'topic',
  'eventPlaceholder',
  'shareLink',
  'filter',
  'exportFormat',
  'exportFormats.csv',
  'exportFormats.json',
  'exportFormats.ndjson',
  'exportFormats.parquet',
])

type Entry = readonly [path: string, value: unknown]

function entriesOf(value: object, path = ''): Entry[] {
  return Object.entries(value).flatMap(([key, inner]): Entry[] =>
    typeof inner === 'object' && inner !== null
      ? entriesOf(inner as object, `${path}${key}.`)
      : [[path + key, inner]],
  )
}

// Each placeholder is told from the others, and is neither 0 nor 1.
const said = (value: unknown) =>
  typeof value === 'function' ? (value as (...args: unknown[]) => string)('73', 74, 75) : value

// Of errors English says nothing: they speak it themselves.
const germanEntries = new Map(entriesOf({ ...german, errors: {} }))

test.each(entriesOf(english))('%s is there, and is not the English', (path, value) => {
  const other = germanEntries.get(path)
  expect(typeof other).toBe(typeof value)
  expect(said(other)).not.toBe('')
  if (same.has(path)) expect(String(said(other)).toLowerCase()).toBe(String(said(value)).toLowerCase())
  else expect(said(other)).not.toBe(said(value))
})

test('nothing is said that no component asks for', () => {
  expect([...germanEntries.keys()].sort()).toEqual(
    entriesOf(english)
      .map(([path]) => path)
      .sort(),
  )
})

test('every value that English shows, German shows', () => {
  for (const [path, value] of entriesOf(english)) {
    if (typeof value !== 'function') continue
    const numbers = (text: unknown) => new Set(String(text).match(/\b7[345]\b/g))
    expect(numbers(said(germanEntries.get(path))), path).toEqual(numbers(said(value)))
  }
})

test('one is not many', () => {
  expect([english.bytes('1'), english.bytes('2')]).toEqual(['1 byte of data', '2 bytes of data'])
  expect([german.blocks('1'), german.blocks('2')]).toEqual(['1 Block', '2 Blöcke'])
  expect([german.logCount('1'), german.logCount('0')]).toEqual(['1 Log', '0 Logs'])
  expect([german.newLogs('1'), german.newLogs('5')]).toEqual(['1 neues Log', '5 neue Logs'])
  expect([german.failedBlocks('7', true), german.failedBlocks('7–9', false)]).toEqual([
    'Block 7 ließ sich nicht lesen.',
    'Blöcke 7–9 ließen sich nicht lesen.',
  ])
  expect([german.fixMistakes(1), german.fixMistakes(2)]).toEqual([
    'Ein Feld ist zu prüfen.',
    '2 Felder sind zu prüfen.',
  ])
})

test('a chain, a pause and what goes on have one name each', () => {
  for (const [path, value] of germanEntries) expect(said(value), path).not.toMatch(/Kette|[Aa]ngehalten| …/)
})

test.each([
  ['en', '99.9%'],
  ['de', '99,9\u00a0%'],
])('what is nearly done is not called complete in %s', (locale, text) => {
  expect(formatProgress(0.99999, locale)).toBe(text)
})

test('percentages are written as in German', () => {
  const coverage = { verified: [{ from: 1n, to: 425n }], pending: [{ from: 426n, to: 1_000n }], failed: [] }
  render(
    <StringsProvider strings={german}>
      <ScanProgress coverage={coverage} />
    </StringsProvider>,
  )
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '42,5\u00a0% gelesen')
})

test('numbers are grouped as in German', () => {
  const coverage = { verified: [{ from: 1n, to: 1_234_567n }], pending: [], failed: [] }
  render(
    <StringsProvider strings={german}>
      <CoverageBar coverage={coverage} />
      <BlockHistogram logs={[]} coverage={coverage} />
    </StringsProvider>,
  )
  expect(screen.getByRole('img', { name: 'Abdeckung: Geprüft: 1.234.567 Blöcke' })).toBeInTheDocument()
  expect(screen.getByRole('figure', { name: 'Logs nach Blöcken, 0 Logs' })).toHaveAttribute(
    'data-state',
    'empty',
  )
  expect(screen.getAllByText('1.234.567').length).toBeGreaterThan(0)
})

describe('errors', () => {
  const inGerman = (error: Error) =>
    render(
      <StringsProvider strings={german}>
        <ErrorMessage error={error} />
      </StringsProvider>,
    ).container.textContent

  test.each(Object.keys(sentenceByKind) as NodeErrorKind[])(
    '%s is German, with the rest as details',
    (kind) => {
      const { what, advice } = sentenceByKind[kind]
      const error = new NodeError(`a.example ${what}.`, {
        kind,
        method: 'eth_getLogs',
        endpoint: 'a.example',
        advice,
        details: 'computer says no',
      })
      const text = inGerman(error)
      const words = german.errors[kind]!
      expect(text).toBe(`${words.what('a.example')}${words.advice}a.example ${what}. computer says no`)
      expect(words.what('a.example')).toMatch(/^a\.example \S.*\.$/)
      expect(text).not.toContain(advice)
    },
  )

  test('which blocks, which budget, which service', () => {
    const refusal = new NodeError('a.example naps.', { kind: 'timeout', method: 'eth_getLogs' })
    expect(inGerman(new UnreadBlocksError({ from: 1_000n, to: 2_000n }, refusal))).toMatch(
      /1\.000–2\.000.*Ein Endpunkt hat nicht rechtzeitig geantwortet\./,
    )
    expect(inGerman(new QuotaExceededError('Xone', { used: 10_000, quota: 10_000, resetsAt: 0 }))).toMatch(
      /^Das heutige Budget von 10\.000 Anfragen ist aufgebraucht\./,
    )
    expect(inGerman(new LookupError('b.example', 'sent no JSON'))).toMatch(/^b\.example hat keine/)
    expect(inGerman(new InvalidQueryError([{ path: 'toBlock', message: 'Too low.' }]))).toContain(
      '`toBlock`: Too low.',
    )
  })

  test('what nobody knows speaks for itself', () => {
    expect(inGerman(new TypeError('It broke.'))).toBe('It broke.')
  })
})
