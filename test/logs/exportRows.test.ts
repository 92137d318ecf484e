import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exportColumns } from '../../src/logs/export/exportColumns.ts'
import { toCellText } from '../../src/logs/export/toCellText.ts'
import { toCsvCell } from '../../src/logs/export/toCsvCell.ts'
import { toCsvRow } from '../../src/logs/export/toCsvRow.ts'
import { toLogRecord } from '../../src/logs/export/toLogRecord.ts'
import { toPlainValue } from '../../src/logs/export/toPlainValue.ts'
import { arbitraryRow as row } from '../support/arbitraryRow.ts'
import { parseCsv } from '../support/parseCsv.ts'

const columns = exportColumns('decoded')

describe('CSV', () => {
  test('reads back as the cells that were written, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (logs) => {
        const parsed = parseCsv(logs.map((log) => toCsvRow(log, columns)).join('\r\n'))
        expect(parsed.map((cells) => cells.map((cell) => cell.replace(/^'/, '')))).toEqual(
          logs.map((log) => columns.map(({ read, type }) => toCellText(read(log), type).replace(/^'/, ''))),
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
      expect(record.decoded?.args.map((arg) => [arg.name, arg.value])).toEqual(
        log.decoded?.args.map((arg) => [arg.name, JSON.parse(JSON.stringify(toPlainValue(arg.value)))]),
      )
      for (const [at, arg] of (log.decoded?.args ?? []).entries())
        if (typeof arg.value === 'bigint') expect(record.decoded!.args[at]!.value).toBe(arg.value.toString())
    }),
  )
})
