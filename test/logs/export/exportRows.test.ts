import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTextFormat } from '../../../src/logs/export/createTextFormat.ts'
import { exportColumns } from '../../../src/logs/export/exportColumns.ts'
import { toCellText, toExportValue } from '../../../src/logs/export/toCellText.ts'
import { isFormula, toCsvCell, toCsvRow } from '../../../src/logs/export/toCsvRow.ts'
import { toFileName } from '../../../src/logs/export/toFileName.ts'
import { toLogRecord } from '../../../src/logs/export/toLogRecord.ts'
import { toProvenance } from '../../../src/logs/export/toProvenance.ts'
import { anyText } from '../../support/anyText.ts'
import { arbitraryRow as row } from '../../support/arbitraryRow.ts'
import { parseCsv } from '../../support/parseCsv.ts'

const columns = exportColumns('decoded')

describe('CSV', () => {
  test('reads back as the cells written, whatever they contain', () => {
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
    '%j does not run as a formula',
    (text) => {
      expect(toCsvCell(text).replace(/^"/, '')).toMatch(/^'/)
    },
  )

  test.each([
    '-5',
    '-1.5',
    '-2.5e-7',
    '0',
    '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    'a-b',
  ])('%s stays unchanged', (text) => {
    expect(toCsvCell(text)).toBe(text)
  })

  // Zero-width, direction and control characters, and blanks of many kinds; then signs in all their forms.
  const hidden = [
    '\0',
    '\u200b',
    '\u200d',
    '\u202e',
    '\u2066',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u2060',
    '\x1b',
    '\u180e',
    '\u00a0',
    '\u3000',
    '\n',
    ' ',
    '\t',
    '\r',
    '\u2028',
    '\ud800',
  ]
  const signs = [
    '=',
    '+',
    '-',
    '@',
    '|',
    '%',
    '−',
    '﹦',
    '＝',
    '＋',
    '﹢',
    '－',
    '﹣',
    '＠',
    '﹫',
    '％',
    '﹪',
    '｜',
    '⁼',
    '₌',
    '⁺',
    '₊',
    '⁻',
    '₋',
    '‐',
    '–',
    '—',
  ]
  test('a formula does not run, whatever precedes it and however its sign is written', () => {
    const cell = fc
      .tuple(fc.array(fc.constantFrom(...hidden), { maxLength: 4 }), fc.constantFrom(...signs), anyText())
      .map(([before, sign, rest]) => `${before.join('')}${sign}${rest}`)
      .filter((text) => !/^-\d+$/.test(text))
    fc.assert(
      fc.property(cell, (text) => {
        const [[read]] = parseCsv(toCsvCell(text)) as [[string]]
        expect(read).toBe(`'${text}`)
      }),
      { numRuns: 2_000 },
    )
  })

  test('other text stays unchanged and reads back', () => {
    const letter = fc.constantFrom('a', 'Ω', '0', '中', '"', "'", '(', '😀')
    fc.assert(
      fc.property(letter, anyText(), (first, rest) => {
        expect(parseCsv(toCsvCell(`${first}${rest}`))).toEqual([[`${first}${rest}`]])
      }),
      { numRuns: 500 },
    )
  })

  test('no separator in a comment opens a cell that runs, and none ends a line', () => {
    const part = fc.oneof(
      fc.constantFrom(',', ';', '\t', '\r\n', '\u2028', '\0', ...signs, ...hidden),
      anyText({ maxLength: 3 }),
    )
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, (selection, name) => {
        const provenance = toProvenance({ selection, network: { id: 1, name }, time: 0 })
        const { head } = createTextFormat({ format: 'csv', content: 'raw', columns: [], provenance })
        const lines = head.split('\r\n').slice(0, -2)
        expect(lines).toHaveLength(Object.keys(provenance).length)
        for (const line of lines) {
          expect(line).toMatch(/^# [^\p{Cc}\u2028\u2029]*$/u)
          for (const cell of line.split(/[,;]/).slice(1)) expect(isFormula(cell)).toBe(false)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

test('a record is JSON and loses no value or name', () => {
  fc.assert(
    fc.property(row, (log) => {
      const record = JSON.parse(JSON.stringify(toLogRecord(log))) as ReturnType<typeof toLogRecord>
      expect(BigInt(record.blockNumber)).toBe(log.blockNumber)
      expect(record.topics).toEqual(log.topics)
      expect(record.decoded?.args.map((arg) => [arg.name, arg.value])).toEqual(
        log.decoded?.args.map((arg) => [
          arg.name,
          JSON.parse(JSON.stringify(toExportValue(arg.value, arg.type))),
        ]),
      )
      for (const [at, arg] of (log.decoded?.args ?? []).entries())
        if (typeof arg.value === 'bigint') expect(record.decoded!.args[at]!.value).toBe(arg.value.toString())
    }),
  )
})

describe('file names', () => {
  test.each([
    ['logs', 'logs'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\x', 'C__x'],
    ['a\u202egpj', 'a_gpj'],
    ['.bashrc', 'bashrc'],
    ['con', '_con'],
    ['NUL.1', '_NUL.1'],
    ['aux .1', '_aux .1'],
    ['COM¹', '_COM¹'],
    ['conin$', '_conin$'],
    ['console', 'console'],
    ['語'.repeat(300), '語'.repeat(66)],
    ['x'.repeat(300), 'x'.repeat(200)],
    ['x\0y\nz', 'x_y_z'],
    ['', 'logs'],
    ['. .', 'logs'],
    ['Überweisungen – März', 'Überweisungen – März'],
  ])('%j becomes %j', (name, expected) => {
    expect(toFileName(name)).toBe(expected)
  })

  test('of any text are short, visible and without path separators', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (text) => {
        const name = toFileName(text)
        expect(name).toMatch(/^[^\p{C}/\\:*?"<>|]+$/u)
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(201)
        expect(name).not.toMatch(/^\.|\.$|^\s|\s$/)
        expect(toFileName(name)).toBe(name)
      }),
      { numRuns: 1_000 },
    )
  })
})
