import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatLogs } from '../../../src/components/LogTable/cells/formatLogs.ts'
import { isFormula } from '../../../src/logs/export/toCsvRow.ts'
import { toLogRecord } from '../../../src/logs/export/toLogRecord.ts'
import type { LogRow } from '../../../src/logs/Log.ts'
import { arbitraryRow } from '../../support/arbitraryRow.ts'
import { parseCsv } from '../../support/parseCsv.ts'

/** Names and values that would run in a spreadsheet if a pasted line or tab begins a cell. */
const hostile = fc
  .tuple(
    arbitraryRow,
    fc.constantFrom('a\u2800', '=1+1', '\u200b=1', 'a\n=1', 'a\t=1', '\u202e@x', '﹦1', 'plain'),
  )
  .map(([row, text]): LogRow => ({
    ...row,
    decoded: {
      name: text,
      signature: `${text}(string)`,
      source: 'looked-up',
      args: [{ name: text, type: 'string', value: text, indexed: false, hashed: false }],
    },
  }))
const rows = fc.array(hostile, { minLength: 1, maxLength: 4 })
// Of either kind: characters that reverse, hide or end text.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u2800\ufffc]/u

describe('logs on the clipboard', () => {
  test('paste as lines and cells of which none runs in a spreadsheet', () => {
    fc.assert(
      fc.property(rows, (logs) => {
        const lines = formatLogs(logs, 'text', []).split('\n')
        expect(lines).toHaveLength(logs.length)
        for (const cell of lines.flatMap((line) => line.split('\t'))) {
          expect(isFormula(cell)).toBe(false)
          expect(cell).not.toMatch(unseen)
        }
        const table = formatLogs(logs, 'csv', [])
        expect(table.split('\r\n')).toHaveLength(logs.length + 1)
        for (const cell of parseCsv(table).flat()) expect(isFormula(cell)).toBe(false)
        expect(table.replaceAll('\r\n', '')).not.toMatch(unseen)
      }),
    )
  })

  test('are JSON without hidden or reversed text, and read back unchanged', () => {
    fc.assert(
      fc.property(rows, (logs) => {
        const text = formatLogs(logs, 'json', [])
        expect(text.replaceAll('\n', '')).not.toMatch(unseen)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(logs.map((log) => toLogRecord(log)))))
      }),
    )
  })
})
