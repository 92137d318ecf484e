import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { BlockHistogram } from '../../../src/components/BlockHistogram/BlockHistogram.tsx'
import { english } from '../../../src/components/locales/english.ts'
import { StringsProvider } from '../../../src/components/locales/StringsProvider.tsx'
import { CoverageBar } from '../../../src/components/status/CoverageBar.tsx'
import { ErrorMessage } from '../../../src/components/status/ErrorMessage.tsx'
import { formatProgress } from '../../../src/components/status/formatProgress.ts'
import { ScanProgress } from '../../../src/components/status/ScanProgress.tsx'
import { errorWords, inputWords } from '../../../src/components/strings/errorWords.ts'
import { ArchiveError } from '../../../src/errors/ArchiveError.ts'
import { BaseError } from '../../../src/errors/BaseError.ts'
import { ExportError } from '../../../src/errors/ExportError.ts'
import { InvalidAttributeError } from '../../../src/errors/InvalidAttributeError.ts'
import { InvalidNetworkError } from '../../../src/errors/InvalidNetworkError.ts'
import { InvalidQueryError, QueryNotReadyError } from '../../../src/errors/InvalidQueryError.ts'
import { LookupError } from '../../../src/errors/LookupError.ts'
import { MissingProviderError } from '../../../src/errors/MissingProviderError.ts'
import { ModuleLoadError } from '../../../src/errors/ModuleLoadError.ts'
import { NodeError, UnreadBlocksError, type NodeErrorKind } from '../../../src/errors/NodeError.ts'
import { QuotaExceededError } from '../../../src/errors/QuotaExceededError.ts'
import { StorageError } from '../../../src/errors/StorageError.ts'
import { textSentences } from '../../../src/logs/filter/formats/textSentences.ts'
import { inputProblem } from '../../../src/logs/filter/inputProblem.ts'
import { inputSentences } from '../../../src/logs/filter/inputSentences.ts'
import { classify } from '../../../src/rpc/classify/classify.ts'
import {
  missingMethodText,
  redirectText,
  textByCode,
  textByKind,
  textByStatus,
  unreachableText,
} from '../../../src/rpc/classify/nodeErrorTexts.ts'
import { german } from '../../../src/strings/de.ts'

// Words that are the same in German and English: proper names and units.
const same = new Set([
  'logs',
  'block',
  'name',
  'json',
  'logDetails',
  'transactionStatus',
  'nonce',
  'trace',
  'wordKinds.text',
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
  'live',
  'offline',
  'wordOffset',
  'exportFormat',
  'exportFormats.csv',
  'requestLog.milliseconds',
  'requestLog.reasons.follow',
  'addressName',
  'contractAbi',
  'exportFormats.json',
  'exportFormats.ndjson',
  'exportFormats.parquet',
  'errorSentence',
  'queryFields.topics',
  'queryFields.abi',
  'queryFields.args',
  'queryFields.limit',
  'tokenSymbol',
])

type Entry = readonly [path: string, value: unknown]

function entriesOf(value: object, path = ''): Entry[] {
  return Object.entries(value).flatMap(([key, inner]): Entry[] =>
    typeof inner === 'object' && inner !== null
      ? entriesOf(inner as object, `${path}${key}.`)
      : [[path + key, inner]],
  )
}

// Placeholders are distinct, and neither 0 nor 1.
const said = (value: unknown) =>
  typeof value === 'function' ? (value as (...args: unknown[]) => string)('73', 74, 75) : value

// English has no strings for errors: they contain their own text.
const germanEntries = new Map(entriesOf({ ...german, errors: {}, problems: {} }))

test.each(entriesOf(english))('%s exists, and differs from the English', (path, value) => {
  const other = germanEntries.get(path)
  expect(typeof other).toBe(typeof value)
  expect(said(other)).not.toBe('')
  if (same.has(path)) expect(String(said(other)).toLowerCase()).toBe(String(said(value)).toLowerCase())
  else expect(said(other)).not.toBe(said(value))
})

test('every string is used by a component', () => {
  expect([...germanEntries.keys()].sort()).toEqual(
    entriesOf(english)
      .map(([path]) => path)
      .sort(),
  )
})

test('German shows every value that English shows', () => {
  for (const [path, value] of entriesOf(english)) {
    if (typeof value !== 'function') continue
    const numbers = (text: unknown) => new Set(String(text).match(/\b7[345]\b/g))
    expect(numbers(said(germanEntries.get(path))), path).toEqual(numbers(said(value)))
  }
})

test('singular and plural differ', () => {
  expect([english.bytes('1'), english.bytes('2')]).toEqual(['1 byte of data', '2 bytes of data'])
  expect([german.blocks('1'), german.blocks('2')]).toEqual(['1 Block', '2 Blöcke'])
  expect([german.logCount('1'), german.logCount('0')]).toEqual(['1 Log', '0 Logs'])
  expect([german.newLogs('1'), german.newLogs('5')]).toEqual(['1 neues Log', '5 neue Logs'])
  expect([german.failedBlocks('7', true), german.failedBlocks('7–9', false)]).toEqual([
    'Block 7 konnte nicht gelesen werden.',
    'Blöcke 7–9 konnten nicht gelesen werden.',
  ])
  expect([german.fieldErrors(1), german.fieldErrors(2)]).toEqual([
    'Ein Feld enthält einen Fehler.',
    '2 Felder enthalten Fehler.',
  ])
})

test('one contract of several is in the singular', () => {
  expect(english.tokensMissing('1', '3')).toBe(
    '1 of 3 contracts has no decimals(): its amounts have no unit.',
  )
  expect(german.tokensMissing('1', '3')).toBe(
    '1 von 3 Verträgen hat kein decimals(): Seine Beträge haben keine Einheit.',
  )
})

test('a chain, a pause and live have one term each', () => {
  for (const [path, value] of germanEntries)
    expect(said(value), path).not.toMatch(/Kette|[Aa]ngehalten|\p{L} …/u)
})

test.each([
  ['en', '99.9%'],
  ['de', '99,9\u00a0%'],
])('near completion is not called complete in %s', (locale, text) => {
  expect(formatProgress(0.99999, locale)).toBe(text)
})

test('percentages are written as in German', () => {
  const coverage = {
    verified: [{ from: 1n, to: 425n }],
    trimmed: [],
    pending: [{ from: 426n, to: 1_000n }],
    failed: [],
  }
  render(
    <StringsProvider strings={german}>
      <ScanProgress coverage={coverage} />
    </StringsProvider>,
  )
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '42,5\u00a0% gelesen')
})

test('numbers are grouped as in German', () => {
  const coverage = { verified: [{ from: 1n, to: 1_234_567n }], trimmed: [], pending: [], failed: [] }
  render(
    <StringsProvider strings={german}>
      <CoverageBar coverage={coverage} />
      <BlockHistogram logs={[]} coverage={coverage} />
    </StringsProvider>,
  )
  expect(screen.getByRole('img', { name: 'Abdeckung: Vollständig 1.234.567 Blöcke' })).toBeInTheDocument()
  expect(screen.getByRole('figure', { name: 'Logs nach Block, 0 Logs' })).toHaveAttribute(
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

  const refuse = (kind: NodeErrorKind) =>
    classify({ endpoint: 'a.example', method: 'eth_getLogs', kind, message: 'computer says no' })

  test.each(Object.keys(textByKind) as NodeErrorKind[])('%s is German, with what the node said', (kind) => {
    const words = german.errors[kind]!
    const said = `${words.what('a.example')}${words.advice}computer says no`
    expect(inGerman(refuse(kind))).toBe(said)
    expect(words.what('a.example')).toMatch(/^a\.example \S.*\.$/)
    expect(inGerman(new UnreadBlocksError({ from: 5n, to: 5n }, refuse(kind)))).toBe(
      `Block 5 konnte nicht gelesen werden. ${said}`,
    )
  })

  test('what says more than its kind stays among the details', () => {
    const call = { endpoint: 'a.example', method: 'eth_getLogs' } as const
    expect(errorWords(classify({ ...call, code: -32_700 }), german)).toMatchObject({
      details: 'a.example konnte die Anfrage nicht als JSON lesen.',
      advice: 'Prüfen, ob ein Proxy die Anfragen verändert, und es erneut versuchen.',
    })
    expect(errorWords(new NodeError('a.example naps.', { kind: 'timeout', ...call }), german).details).toBe(
      'a.example naps.',
    )
  })

  describe('sentences of our own', () => {
    const inGerman = (english: string) => german.errorSentence(english)
    /** Texts that say no more than their kind: its German text is shown. */
    const byKind = new Set(Object.values(textByKind).map(({ advice }) => advice))
    const expectGerman = (english: string) => {
      if (byKind.has(english)) return
      const said = inGerman(english)
      expect(said, english).not.toBe(english)
      expect(said).not.toMatch(/[{}]|undefined/)
      expect(said.match(/\bX\d\b/g)?.sort() ?? []).toEqual(english.match(/\bX\d\b/g)?.sort() ?? [])
    }

    test('by code, by status and of redirects', () => {
      const methods = [-32_601, -32_001].map((code) => missingMethodText('eth_call', code)!)
      const texts = [...Object.values(textByCode), ...Object.values(textByStatus), ...methods]
      for (const { what, advice } of [...texts, redirectText, unreachableText()]) {
        expectGerman(`X1 ${what.replace('{method}', 'X2')}.`)
        expectGerman(advice)
      }
      expect(inGerman('a.example redirects to an unknown URL, and redirects are not followed.')).toBe(
        'a.example leitet zu einer unbekannten URL um. Umleitungen werden nicht befolgt.',
      )
    })

    test('of every error about nodes and services in the source', () => {
      const files = import.meta.glob<string>('../../../src/{rpc,logs}/**/*.ts', {
        query: '?raw',
        import: 'default',
        eager: true,
      })
      const literal = String.raw`(?:\x60([^\x60]*)\x60|'([^']*)'|"([^"]*)")`
      const said = (match: RegExpMatchArray | null) => {
        let count = 0
        return match
          ?.slice(1)
          .find(Boolean)
          ?.replaceAll(/\$\{[^}]*\}/g, () => `X${++count}`)
      }
      const found: string[] = []
      for (const source of Object.values(files)) {
        for (const { index, 1: name } of source.matchAll(/new (Node|Lookup)Error\(/g)) {
          const call = source.slice(index, source.indexOf('\n}', index))
          const service = String.raw`^new LookupError\(\s*[\w.]+,\s*`
          const start = name === 'Node' ? String.raw`^new NodeError\(\s*` : service
          const what = said(new RegExp(start + literal).exec(call))
          const advice = said(new RegExp(`advice:\\s*${literal}`).exec(call.slice(0, call.indexOf('})'))))
          // Sentences that a function completes are listed below.
          const isPart = what === undefined || /\$\{(what|text)/.test(call.slice(0, 80))
          if (!isPart) found.push(name === 'Node' ? what : `X7 ${what}.`)
          if (advice !== undefined) found.push(advice)
        }
      }
      expect(found.length).toBeGreaterThan(40)
      found.forEach(expectGerman)
    })

    test('of every problem of an archive in the source', () => {
      const files = import.meta.glob<string>('../../../src/logs/archive/*.ts', {
        query: '?raw',
        import: 'default',
        eager: true,
      })
      const found = Object.values(files).flatMap((source) =>
        [
          ...source.matchAll(/\bfail\(\s*(?:\w+ \? )?(['`])(.+?)\1/g),
          ...source.matchAll(/(['`])((?:has|sent|did not|could not|belongs|answered|redirects) [^'`]*)\1/g),
        ].map(([, , problem = '']) => problem),
      )
      expect(new Set(found).size).toBeGreaterThan(30)
      for (const problem of found) {
        let count = 0
        const text = problem.replaceAll(/\$\{[^}]*\}/g, () => `X${++count}`)
        expectGerman(`The archive at X9 ${text}.`)
        expect(inGerman(`The archive at X9 ${text}.`)).not.toContain(text)
      }
    })

    test('of an archive that differs from nodes, and of its manifest', () => {
      const difference = 'invents 2 and changes 1 of the logs that a node has in blocks 5 to 9'
      expect(inGerman(`The archive at a.example lacks 3 and ${difference}.`)).toBe(
        'Das Archiv a.example verschweigt 3 und erfindet 2 und ändert 1 der Logs, die ein Node in den Blöcken 5 bis 9 hat.',
      )
      expect(inGerman('The archive at a.example answered with HTTP 404 for its manifest.')).toBe(
        'Das Archiv a.example hat die Anfrage nach seinem Manifest mit HTTP 404 beantwortet.',
      )
    })

    test.each([
      'X1 no longer has its head.',
      'X1 replaced its head while it was read.',
      'X1 replaced its blocks while they were read.',
      'X1 does not report all logs.',
      'X1 showed a head far from that of other endpoints.',
      'A node answered X1 with something that is not a transaction.',
      'A node answered X1 with the receipt of another transaction.',
      'A node answered X1 with another transaction.',
      'It reports chain id X1, but X2 has X3.',
      'The reply has no chain id.',
      'The chain id is not a number.',
      'There is no answer to this call.',
      'It redirects to X1.',
    ])('%s', expectGerman)

    test('what a node says stays as it is', () => {
      expect(inGerman('query returned more than 10000 results')).toBe(
        'query returned more than 10000 results',
      )
    })
  })

  test('name the blocks, the budget and the service', () => {
    const refusal = new NodeError('a.example naps.', { kind: 'timeout', method: 'eth_getLogs' })
    expect(inGerman(new UnreadBlocksError({ from: 1_000n, to: 2_000n }, refusal))).toMatch(
      /1\.000–2\.000.*Ein Endpunkt hat nicht rechtzeitig geantwortet\./,
    )
    expect(inGerman(new QuotaExceededError('Xone', { used: 10_000, quota: 10_000, resetsAt: 0 }))).toMatch(
      /^Das heutige Budget von 10\.000 Anfragen ist aufgebraucht\./,
    )
    expect(inGerman(new LookupError('b.example', 'sent no JSON'))).toMatch(/^b\.example hat keine/)
    const tooLow = { path: 'toBlock', ...inputProblem('range-reversed', '5', '7') }
    expect(inGerman(new InvalidQueryError([tooLow, { path: 'limit', message: 'Own words.' }]))).toBe(
      'Die Abfrage ist ungültig.Bis Block: Der Bereich ist verkehrt herum: Er endet mit Block 5, bevor er mit 7 beginnt. Limit: Own words.',
    )
  })

  const refusal = new NodeError('a.example naps.', { kind: 'timeout', method: 'eth_getLogs' })
  const issue = { path: 'limit', ...inputProblem('limit', '0') }
  /** One of each error class. */
  const examples: Record<string, Error> = {
    ArchiveError: new ArchiveError('a.example', 'has another genesis block'),
    BaseError: new BaseError('Something.', { advice: 'Do something.' }),
    ExportError: new ExportError('Parquet', 'value', '5'),
    InvalidAttributeError: new InvalidAttributeError(issue),
    InvalidNetworkError: new InvalidNetworkError('Xone', 'it is not', 'Make it be.'),
    InvalidQueryError: new InvalidQueryError([issue]),
    LookupError: new LookupError('b.example', 'sent no JSON'),
    MissingProviderError: new MissingProviderError('LogTable.Grid', 'LogTable.Root', 'Use <LogTable>.'),
    ModuleLoadError: new ModuleLoadError(new TypeError('Failed to fetch')),
    NodeError: refusal,
    QueryNotReadyError: new QueryNotReadyError([{ path: 'args.from', ...inputProblem('not-ready') }]),
    QuotaExceededError: new QuotaExceededError('Xone', { used: 1, quota: 1, resetsAt: 0 }),
    StorageError: new StorageError('full', 'There is no room.', { advice: 'Make some.' }),
    UnreadBlocksError: new UnreadBlocksError({ from: 1n, to: 2n }, refusal),
  }

  test('each class is known', () => {
    const files = import.meta.glob<Record<string, unknown>>('../../../src/errors/*.ts', { eager: true })
    const classes = Object.values(files)
      .flatMap((file) => Object.entries(file))
      .filter(
        ([, value]) =>
          value === BaseError || (typeof value === 'function' && value.prototype instanceof BaseError),
      )
    expect(Object.keys(examples).sort()).toEqual(classes.map(([name]) => name).sort())
    for (const [name, error] of Object.entries(examples)) expect(error.constructor.name).toBe(name)
  })

  test.each(Object.entries(examples))(
    '%s begins in German, and gives advice in no other language',
    (_, error) => {
      const [said, spoken] = [errorWords(error, german), errorWords(error, english)]
      expect(said.what).not.toContain(spoken.what)
      expect(said.advice ?? '').not.toContain(spoken.advice ?? 'nothing')
      expect(
        Object.values(german.errors)
          .map(({ what }) => what('x'))
          .join(),
      ).toContain(said.what.split(' ').at(-1))
    },
  )

  test('a missing provider is the one that is missing', () => {
    expect(inGerman(examples['MissingProviderError']!)).toContain('<LogTable.Root>')
  })

  test.each(['unavailable', 'full'] as const)('storage that is %s shows a notice without English', (kind) => {
    const error = new StorageError(kind, 'Not kept.', { advice: 'Oh well.' })
    const words = german.errors[`storage-${kind}`]!
    expect(inGerman(error)).toBe(`${words.what(undefined)}${words.advice}`)
  })

  test('an unknown error is called unexpected, with its own message', () => {
    expect(inGerman(new TypeError('It broke.'))).toBe('Ein unerwarteter Fehler ist aufgetreten.It broke.')
    expect(errorWords(new TypeError('It broke.'), english)).toEqual({ what: 'It broke.' })
  })
})

describe('invalid input', () => {
  type Sentence = (...values: string[]) => string

  test.each(Object.entries<Sentence>({ ...inputSentences, ...textSentences } as Record<string, Sentence>))(
    '%s',
    (kind, sentence) => {
      const values = ['v0', 'v1', 'v2', 'v3'].slice(0, sentence.length)
      const message = sentence(...values)
      const said = inputWords({ message, kind, values }, german)
      expect(said).not.toBe(message)
      expect(said).not.toMatch(/undefined|`/)
      expect(message).not.toMatch(/undefined|`/)
      for (const value of values)
        expect([message, said]).toEqual([expect.stringContaining(value), expect.stringContaining(value)])
    },
  )

  test('errors known only to the caller are shown unchanged', () => {
    expect(inputWords({ message: 'Mine.', kind: 'constructor', values: [] }, german)).toBe('Mine.')
    expect(inputWords({ message: 'Mine.' }, german)).toBe('Mine.')
  })
})
