import { tableFromIPC } from 'apache-arrow'
import fc from 'fast-check'
import { parquetReadObjects } from 'hyparquet'
import { readParquet } from 'parquet-wasm'
import { encodeAbiParameters, toEventSelector, type AbiEvent, type AbiParameter, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import type { ExportFormat } from '../../../src/logs/export/ExportFormat.ts'
import { exportLogs } from '../../../src/logs/export/exportLogs.ts'
import type { ExportLogList } from '../../../src/logs/export/readInSlices.ts'
import { toExportValue } from '../../../src/logs/export/toCellText.ts'
import { isFormula } from '../../../src/logs/export/toCsvRow.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import type { LogList } from '../../../src/logs/list/LogList.ts'
import type { DecodedLogRow } from '../../../src/logs/list/LogRows.ts'
import type { DecodedArg, RawLog } from '../../../src/logs/Log.ts'
import { anyText } from '../../support/anyText.ts'
import { arbitraryParameters, type TypedValue } from '../../support/arbitraryEvent.ts'
import { arbitraryLog } from '../../support/arbitraryLog.ts'
import { parseCsv } from '../../support/parseCsv.ts'
import { randomLogs, transferEvent } from '../../support/randomLogs.ts'

const hostile = ['line\nbreak, and "quotes"', '=HYPERLINK("x")', '+1', '-', '@SUM(A1)', '\t', '\r', "'", '']
const texts = fc.oneof(fc.constantFrom(...hostile), anyText())
const names = fc.constantFrom('value', 'to', '', '__proto__', 'value_2', '=1+1', 'x_hash')
const number = (bits: number, signed = false) =>
  signed
    ? fc.bigInt(-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n)
    : fc.bigInt(0n, 2n ** BigInt(bits) - 1n)
const word: fc.Arbitrary<TypedValue> = fc.oneof(
  fc.constantFrom(8, 48, 56, 64, 256).chain((bits) =>
    fc
      .tuple(names, number(bits), number(bits, true), fc.boolean())
      .map(([name, plain, signed, isSigned]): TypedValue => {
        const value = isSigned ? signed : plain
        const parameter = { name, type: `${isSigned ? '' : 'u'}int${bits}` }
        return { parameter, value: bits <= 48 ? Number(value) : value }
      }),
  ),
  fc
    .tuple(names, fc.boolean())
    .map(([name, value]): TypedValue => ({ parameter: { name, type: 'bool' }, value })),
  fc.tuple(names, texts).map(([name, value]): TypedValue => ({ parameter: { name, type: 'string' }, value })),
)

/** An event and several of its logs, some of them broken. */
const eventWithLogs = fc
  .record({
    name: fc.constantFrom('A', 'B', 'C'),
    values: fc.oneof(
      { weight: 3, arbitrary: fc.array(word, { maxLength: 4 }) },
      { weight: 1, arbitrary: arbitraryParameters },
    ),
    indexed: fc.nat(15),
    logs: fc.array(fc.record({ log: arbitraryLog, harm: fc.constantFrom('none', 'none', 'cut', 'word') }), {
      minLength: 1,
      maxLength: 4,
    }),
  })
  .map(({ name, values: given, indexed, logs }) => {
    const values: readonly TypedValue[] = given
    const inputs = values.map(({ parameter }, at) => ({
      ...parameter,
      indexed: at < 3 && (indexed & (1 << at)) !== 0 && /^(u?int\d+|bool|address)$/.test(parameter.type),
    }))
    const event = { type: 'event', name, inputs } as AbiEvent
    const encode = (some: readonly TypedValue[]) =>
      encodeAbiParameters(
        some.map(({ parameter }) => parameter as AbiParameter),
        some.map(({ value }) => value),
      )
    const topics = [
      toEventSelector(event),
      ...values.filter((_, at) => inputs[at]!.indexed).map((one) => encode([one])),
    ]
    const data = encode(values.filter((_, at) => !inputs[at]!.indexed))
    return {
      event,
      logs: logs.map(({ log, harm }): RawLog => ({ ...log, topics, data: harmed(data, harm) })),
    }
  })

function harmed(data: Hex, harm: string): Hex {
  if (harm === 'cut') return data.slice(0, Math.max(2, data.length - 64)) as Hex
  return harm === 'word' && data.length > 2 ? (`${data.slice(0, -64)}${'f'.repeat(64)}` as Hex) : data
}

/** Logs of several events, and others, as a scan yields them. */
const arbitraryList = fc
  .record({
    events: fc.array(eventWithLogs, { minLength: 1, maxLength: 3 }),
    others: fc.array(arbitraryLog, { maxLength: 3 }),
    order: fc.constantFrom('asc' as const, 'desc' as const),
    cut: fc.nat(12),
  })
  .map(({ events, others, order, cut }): LogList<DecodedLogRow> => {
    const logs = [...events.flatMap((one) => one.logs), ...others].map((log, at): RawLog => ({
      ...log,
      blockNumber: BigInt(at),
      blockHash: `0x${at.toString(16).padStart(64, '0')}`,
    }))
    return createPackedLogList({
      segments: [logs.slice(0, cut), logs.slice(cut)].filter((part) => part.length > 0).map(packLogs),
      decoder: createDecoder(events.map(({ event }) => event)),
      order,
      strict: false,
    })
  })

async function write(logs: ExportLogList, format: ExportFormat): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of exportLogs(logs, { format })) parts.push(part)
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
/** A character for each byte: texts are compared at once, arrays element by element. */
const toLatin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
/** As bytes can hold it: without lone surrogates. */
const wellFormed = (text: string) => textOf(new TextEncoder().encode(text))

function formatArg({ value, type }: DecodedArg): string {
  const plain = toExportValue(value, type)
  return wellFormed(typeof plain === 'object' ? JSON.stringify(plain) : String(plain))
}

/** Texts of the arguments of a row, in any order; shared columns have no order. */
const argTexts = (row: DecodedLogRow) => (row.decoded?.args ?? []).map(formatArg).filter(Boolean).sort()

describe('logs of several events, as a scan yields them', () => {
  test('export to the same bytes in each format as rows that are read one by one', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryList,
        fc.constantFrom<ExportFormat>('csv', 'ndjson', 'parquet'),
        async (list, format) => {
          expect(toLatin1(await write(list, format))).toBe(toLatin1(await write(list.toArray(), format)))
        },
      ),
    )
  })

  test('read back with every value of every argument, each in its own cell', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryList, async (list) => {
        const rows = list.toArray()
        /** Decimals repeat the value of a text. */
        const isArg = (name: string) => name.startsWith('arg_') && !/_decimal(_\d+)?$/.test(name)
        const [header = [], ...lines] = parseCsv(textOf(await write(list, 'csv')).replace(/\r\n$/, ''))
        const columns = header.map((name) => name.replace(/^'/, ''))
        // A cell that would run as a formula has a leading apostrophe.
        const plain = (text: string) => text.replace(/^'/, '')
        expect(
          lines.map((cells) =>
            cells
              .filter((_, at) => isArg(columns[at]!))
              .map(plain)
              .filter(Boolean)
              .sort(),
          ),
        ).toEqual(rows.map((row) => argTexts(row).map(plain).filter(Boolean).sort()))
        expect(lines.flat().filter(isFormula)).toEqual([])

        const { buffer } = await write(list, 'parquet')
        const objects = await parquetReadObjects({ file: buffer })
        expect(
          objects.map((object) =>
            Object.entries(object)
              .filter(([name, value]) => isArg(name) && value !== null && value !== undefined)
              .map(([, value]) => String(value))
              .filter(Boolean)
              .sort(),
          ),
        ).toEqual(rows.map(argTexts))
        expect(
          objects.map(({ data, topic0, event }) => [data, topic0 ?? undefined, event ?? undefined]),
        ).toEqual(rows.map(({ data, topics, decoded }) => [data, topics[0], decoded?.name]))

        const records = JSON.parse(textOf(await write(list, 'json'))) as {
          topics: Hex[]
          decoded?: { args: { name: string; value: unknown }[] }
        }[]
        expect(records.map(({ topics }) => topics)).toEqual(rows.map(({ topics }) => topics))
        expect(records.map(({ decoded }) => decoded?.args.map(({ name }) => name))).toEqual(
          rows.map(({ decoded }) => decoded?.args.map(({ name }) => name)),
        )
        for (const [at, { decoded }] of rows.entries())
          for (const [position, arg] of (decoded?.args ?? []).entries()) {
            const { value } = records[at]!.decoded!.args[position]!
            if (typeof arg.value === 'bigint') expect(BigInt(value as string)).toBe(arg.value)
            else if (typeof arg.value !== 'object') expect(value).toBe(toExportValue(arg.value, arg.type))
          }
      }),
    )
  })

  test('are read from Parquet by Arrow as they are by hyparquet', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryList, async (list) => expectSameInArrow(await write(list, 'parquet'))),
    )
  })
})

test('groups of a large Parquet file are read by Arrow as they are by hyparquet', async () => {
  const list = createPackedLogList({
    segments: [packLogs(randomLogs({ seed: 9, count: 70_000 }))],
    decoder: createDecoder([transferEvent]),
    order: 'asc',
    strict: false,
  })
  await expectSameInArrow(await write(list, 'parquet'))
})

/** Arrow implements the format independently of our writer. */
async function expectSameInArrow(file: Uint8Array<ArrayBuffer>): Promise<void> {
  const table = tableFromIPC(readParquet(file).intoIPCStream())
  const objects = await parquetReadObjects({ file: file.buffer })
  expect(table.numRows).toBe(objects.length)
  for (const [at, { name }] of table.schema.fields.entries()) {
    // hyparquet returns decimals as floating point.
    if (/_decimal(_\d+)?$/.test(name)) continue
    const column: readonly unknown[] = [...table.getChildAt(at)!]
    const read = objects.map(({ [name]: value }) => (value instanceof Date ? value.getTime() : value))
    // `toEqual` of a million cells takes seconds.
    const row = column.findIndex((value, at) => !Object.is(value, read[at]))
    expect({ name, row, length: column.length }).toEqual({ name, row: -1, length: read.length })
  }
}
