import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvColumns } from '../../src/logs/export/csvColumns.ts'
import { toCsvCell } from '../../src/logs/export/toCsvCell.ts'
import { toCsvRow } from '../../src/logs/export/toCsvRow.ts'
import { toLogRecord } from '../../src/logs/export/toLogRecord.ts'
import type { AbiValue, LogRow } from '../../src/logs/Log.ts'
import { arbitraryLog } from '../support/arbitraryLog.ts'

const value: fc.Arbitrary<AbiValue> = fc.letrec<{ value: AbiValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'binary' }),
    fc.bigInt(),
    fc.boolean(),
    fc.integer(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.record({ name: fc.string(), type: fc.constant('t'), value: tie('value') }), { maxLength: 3 })
      .map((fields) => ({ fields })),
  ),
})).value
const row: fc.Arbitrary<LogRow> = fc
  .record({ log: arbitraryLog, name: fc.string(), values: fc.array(value, { maxLength: 4 }) })
  .map(({ log, name, values }) => ({
    ...log,
    decoded: {
      name,
      signature: `${name}()`,
      source: 'given',
      args: values.map((one) => ({
        name: '__proto__',
        type: 't',
        value: one,
        indexed: false,
        hashed: false,
      })),
    },
  }))

/** Reads lines of CSV as RFC 4180 has them. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/gy
  for (let match = cell.exec(text); match && cell.lastIndex <= text.length; match = cell.exec(text)) {
    const [, body = '', end] = match
    rows.at(-1)!.push(body.startsWith('"') ? body.slice(1, -1).replaceAll('""', '"') : body)
    if (end === '') break
    if (end === '\r\n') rows.push([])
  }
  return rows
}

describe('CSV', () => {
  test('reads back as the cells that were written, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (logs) => {
        const parsed = parseCsv(logs.map((log) => toCsvRow(log)).join('\r\n'))
        expect(parsed.map((cells) => cells.map((cell) => cell.replace(/^'/, '')))).toEqual(
          logs.map((log) => csvColumns.map(({ read }) => read(log).replace(/^'/, ''))),
        )
      }),
    )
  })

  test.each(['=HYPERLINK("x")', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '|calc', '-'])(
    '%j does not run',
    (text) => {
      expect(toCsvCell(text).replace(/^"/, '')).toMatch(/^'/)
    },
  )

  test.each([
    '-5',
    '0',
    '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    'a-b',
  ])('%s stays as it is', (text) => {
    expect(toCsvCell(text)).toBe(text)
  })
})

test('a record is JSON, and loses no value and no name', () => {
  fc.assert(
    fc.property(row, (log) => {
      const record = JSON.parse(JSON.stringify(toLogRecord(log))) as ReturnType<typeof toLogRecord>
      expect(BigInt(record.blockNumber)).toBe(log.blockNumber)
      expect(record.topics).toEqual(log.topics)
      expect(record.decoded?.args).toHaveLength(log.decoded!.args.length)
      for (const [at, arg] of log.decoded!.args.entries()) {
        expect(record.decoded!.args[at]!.name).toBe('__proto__')
        if (typeof arg.value === 'bigint') expect(record.decoded!.args[at]!.value).toBe(arg.value.toString())
      }
    }),
  )
})
