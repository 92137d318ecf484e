import fc from 'fast-check'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { parseAbiItem } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import { exportColumns } from '../../../src/logs/export/exportColumns.ts'
import {
  exportLogs,
  type ExportLogsOptions,
  type ExportProgress,
} from '../../../src/logs/export/exportLogs.ts'
import { toExportValue } from '../../../src/logs/export/toCellText.ts'
import { toLogRecord } from '../../../src/logs/export/toLogRecord.ts'
import { toProvenance } from '../../../src/logs/export/toProvenance.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import type { DecodedLogRow } from '../../../src/logs/list/LogRows.ts'
import type { DecodedArg, LogRow } from '../../../src/logs/Log.ts'
import { version } from '../../../src/logs/version.ts'
import { anyText } from '../../support/anyText.ts'
import { arbitraryRow } from '../../support/arbitraryRow.ts'
import { parseCsv } from '../../support/parseCsv.ts'
import { createRandom, randomHex, randomLogs, transferEvent } from '../../support/randomLogs.ts'

async function collect(
  logs: Parameters<typeof exportLogs>[0],
  options: ExportLogsOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of exportLogs(logs, options)) parts.push(part)
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

const textOf = async (...args: Parameters<typeof collect>) => new TextDecoder().decode(await collect(...args))

/** The texts that the argument cells of a row must hold, in any order of columns. */
function argTexts(args: readonly DecodedArg[]): string[] {
  return args
    .map(({ value, type }) => {
      const plain = toExportValue(value, type)
      return typeof plain === 'object' ? JSON.stringify(plain) : String(plain)
    })
    .filter((text) => text !== '')
    .sort()
}

/** As in UTF-8: without lone surrogates. */
const wellFormed = (text: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))

const undefuse = (cell: string) => cell.replace(/^'/, '')

test('provenance states which verified blocks come from an archive', () => {
  const verified = [{ from: 0n, to: 9n }]
  const coverage = { verified, trimmed: [], pending: [], failed: [] }
  const archived = [{ from: 0n, to: 4n }]
  expect(toProvenance({ coverage: { ...coverage, archived } })).toMatchObject({ archived: [['0', '4']] })
  expect(toProvenance({ coverage })).not.toHaveProperty('archived')
})

test('provenance does not call blocks verified that may have been replaced', () => {
  const coverage = {
    verified: [
      { from: 0n, to: 9n },
      { from: 20n, to: 29n },
    ],
    archived: [{ from: 0n, to: 4n }],
    trimmed: [],
    pending: [{ from: 30n, to: 39n }],
    failed: [],
  }
  const { verified, pending, archived } = toProvenance({ coverage })
  expect({ verified, pending, archived }).toEqual({
    verified: [
      ['0', '9'],
      ['20', '29'],
    ],
    pending: [['30', '39']],
    archived: [['0', '4']],
  })
  expect(toProvenance({ coverage, staleFrom: 3n })).toMatchObject({
    verified: [['0', '2']],
    archived: [['0', '2']],
    pending: [
      ['3', '9'],
      ['20', '39'],
    ],
  })
  expect(toProvenance({ coverage, staleFrom: 30n })).toMatchObject({ verified, pending, archived })
})

const provenance = toProvenance({
  network: { id: 3721, name: 'XONE, =HYPERLINK("x")' },
  query: {
    address: '0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640',
    events: [parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')],
    fromBlock: 5n,
    limit: 10,
  },
  coverage: {
    verified: [{ from: 5n, to: 2n ** 60n }],
    trimmed: [],
    pending: [],
    failed: [{ range: { from: 1n, to: 2n }, error: new Error('https://key@host/secret') }],
  },
  head: 2n ** 60n,
  selection: 'selected',
  time: 0,
})

test('provenance names the query, its coverage and the software; never why an endpoint failed', () => {
  expect(provenance).toMatchInlineSnapshot(`
    {
      "events": [
        "event Transfer(address indexed from, address indexed to, uint256 value)",
      ],
      "exportedAt": "1970-01-01T00:00:00.000Z",
      "failed": [
        [
          "1",
          "2",
        ],
      ],
      "filter": {
        "address": [
          "0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640",
        ],
        "topics": [
          [
            "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
          ],
        ],
      },
      "head": "1152921504606846976",
      "library": "topic0 0.1.0",
      "limit": 10,
      "network": {
        "id": 3721,
        "name": "XONE, =HYPERLINK("x")",
      },
      "order": "asc",
      "pending": [],
      "range": {
        "fromBlock": "5",
        "toBlock": "latest",
      },
      "selection": "selected",
      "trimmed": [],
      "verified": [
        [
          "5",
          "1152921504606846976",
        ],
      ],
    }
  `)
  expect(version).toBe(manifest.version)
})

describe('CSV', () => {
  test('reads back: a column for each argument, and no value is lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryRow, { maxLength: 6 }), async (logs) => {
        const [header = [], ...rows] = parseCsv((await textOf(logs, { format: 'csv' })).replace(/\r\n$/, ''))
        expect(new Set(header).size).toBe(header.length)
        expect(rows).toHaveLength(logs.length)
        for (const [at, log] of logs.entries()) {
          const cell = (name: string) => undefuse(rows[at]![header.indexOf(name)]!)
          expect(cell('block_number')).toBe(log.blockNumber.toString())
          expect(cell('data')).toBe(log.data)
          expect([0, 1, 2, 3].map((topic) => cell(`topic${topic}`)).filter(Boolean)).toEqual(log.topics)
          const cells = rows[at]!.filter((_, column) => undefuse(header[column]!).startsWith('arg_'))
          expect(
            cells
              .map(undefuse)
              .filter((text) => text !== '')
              .sort(),
          ).toEqual(
            argTexts(log.decoded?.args ?? [])
              .map(undefuse)
              .filter((text) => text !== '')
              .sort(),
          )
        }
      }),
    )
  })

  test('provenance is in comments, in which no cell runs', async () => {
    const text = await textOf([], { format: 'csv', provenance })
    const lines = text.trimEnd().split('\r\n')
    const comments = lines.filter((line) => line.startsWith('# '))
    expect(comments).toHaveLength(Object.keys(provenance).length)
    expect(lines).toHaveLength(comments.length + 1)
    for (const line of comments) for (const cell of line.split(',')) expect(cell).not.toMatch(/^\s*[=+\-@]/)
  })

  test('events with too many arguments share one column', async () => {
    const [row] = fc.sample(arbitraryRow, { numRuns: 1, seed: 1 })
    const args = Array.from({ length: 60 }, (_, at) => ({
      name: `a${at}`,
      type: 'uint8',
      value: at,
      indexed: false,
      hashed: false,
    }))
    const log: LogRow = { ...row!, decoded: { name: 'E', signature: 'E()', source: 'given', args } }
    const [header, cells] = parseCsv(await textOf([log], { format: 'csv' }))
    expect(header).toContain('arguments')
    expect(JSON.parse(cells![header!.indexOf('arguments')]!)).toHaveLength(60)
  })
})

describe('JSON and NDJSON', () => {
  test('read back as the records written, with or without provenance', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryRow, { maxLength: 4 }),
        fc.constantFrom('decoded' as const, 'raw' as const),
        async (logs, content) => {
          const records = JSON.parse(JSON.stringify(logs.map((log) => toLogRecord(log, content)))) as unknown
          expect(JSON.parse(await textOf(logs, { format: 'json', content }))).toEqual(records)
          expect(JSON.parse(await textOf(logs, { format: 'json', content, provenance }))).toEqual({
            provenance,
            logs: records,
          })
          const lines = (await textOf(logs, { format: 'ndjson', content, provenance })).trimEnd().split('\n')
          expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
            { provenance },
            ...(records as unknown[]),
          ])
        },
      ),
    )
  })

  test('raw exports contain no decoded values', async () => {
    const logs = fc.sample(arbitraryRow, { numRuns: 20, seed: 2 })
    expect(await textOf(logs, { format: 'json', content: 'raw' })).not.toContain('"decoded"')
    const [header] = parseCsv(await textOf(logs, { format: 'csv', content: 'raw' }))
    expect(header!.filter((name) => /^(event|signature|arg)/.test(name))).toEqual([])
  })
})

describe('Parquet', () => {
  test('reads back typed, and no value is lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryRow, { minLength: 1, maxLength: 5 }), async (logs) => {
        const { buffer } = await collect(logs, { format: 'parquet', provenance })
        const rows = await parquetReadObjects({ file: buffer })
        expect(rows).toHaveLength(logs.length)
        for (const [at, log] of logs.entries()) {
          const row = rows[at]!
          expect(row['block_number']).toBe(log.blockNumber)
          expect(row['log_index']).toBe(BigInt(log.logIndex))
          expect(row['removed']).toBe(log.removed)
          expect(row['block_time'] ?? undefined).toEqual(
            log.blockTimestamp === undefined ? undefined : new Date(Number(log.blockTimestamp) * 1000),
          )
          const texts = Object.entries(row)
            .filter(
              ([name, value]) =>
                name.startsWith('arg_') &&
                !/_decimal(_\d+)?$/.test(name) &&
                value !== undefined &&
                value !== null,
            )
            .map(([, value]) => String(value))
          expect(texts.filter((text) => text !== '').sort()).toEqual(argTexts(log.decoded?.args ?? []))
        }
        const kept = parquetMetadata(buffer).key_value_metadata?.find(
          ({ key }) => key === 'topic0.provenance',
        )
        expect(JSON.parse(kept!.value!)).toEqual(provenance)
      }),
      { numRuns: 60 },
    )
  })

  test('is written in groups: written groups are released', async () => {
    const [row] = fc.sample(arbitraryRow, { numRuns: 1, seed: 3 })
    const log = { ...row!, decoded: undefined }
    const list = { length: 140_000, at: (index: number): LogRow => ({ ...log, logIndex: index }) }
    const parts: Uint8Array<ArrayBuffer>[] = []
    const before: number[] = []
    let written = 0
    for await (const part of exportLogs(list, {
      format: 'parquet',
      content: 'raw',
      onProgress: (progress) => (written = progress.written),
    })) {
      parts.push(part)
      before.push(written)
    }
    expect([...new Set(before)].map((count) => Math.ceil(count / 65_536))).toEqual([1, 2, 3])
    const file = await new Blob(parts).arrayBuffer()
    const { row_groups: groups, num_rows } = parquetMetadata(file)
    expect(groups.map((group) => group.num_rows)).toEqual([65_536n, 65_536n, 8_928n])
    expect(groups.map(({ columns }) => columns.length)).toEqual([13, 13, 13])
    expect(num_rows).toBe(140_000n)
    const rows = await parquetReadObjects({ file, columns: ['log_index'] })
    expect(rows.every((one, index) => one['log_index'] === BigInt(index))).toBe(true)
  })

  test('large logs make smaller groups', async () => {
    const [row] = fc.sample(arbitraryRow, { numRuns: 1, seed: 3 })
    const random = createRandom(1)
    const bytes = () => Buffer.from(Uint32Array.from({ length: 750_000 }, () => random() * 2 ** 32).buffer)
    const logs = Array.from({ length: 4 }, (): LogRow => ({ ...row!, data: `0x${bytes().toString('hex')}` }))
    const { buffer } = await collect(logs, { format: 'parquet', content: 'raw' })
    expect(parquetMetadata(buffer).row_groups.map((group) => group.num_rows)).toEqual([3n, 1n])
    const rows = await parquetReadObjects({ file: buffer, columns: ['data'] })
    expect(rows.every((one, at) => one['data'] === logs[at]!.data)).toBe(true)
  })

  test('reads back over many pages, whether values repeat, rarely repeat, are missing or are invalid UTF-16', async () => {
    const random = createRandom(2)
    const some = fc.sample(arbitraryRow, { numRuns: 300, seed: 6 })
    const odd = ['\ud800', 'a\udc00b', '😀', 'é\n"', '', '=1+1']
    const logs = Array.from({ length: 9_000 }, (_, at): LogRow => {
      const log = some[Math.floor(random() * some.length)]!
      const name = odd[at % odd.length]!
      const decoded =
        at % 7 === 0 ? undefined : ({ name, signature: `${name}()`, source: 'given', args: [] } as const)
      return { ...log, transactionHash: randomHex(random, 32), logIndex: at, decoded }
    })
    const { buffer } = await collect(logs, { format: 'parquet' })
    const rows = await parquetReadObjects({ file: buffer })
    const columns = exportColumns('decoded', [])
    expect(rows).toHaveLength(logs.length)
    const wrong = rows.flatMap((cells, at) =>
      columns.filter(({ name, read }) => {
        const value = read(logs[at]!)
        const cell = cells[name] instanceof Date ? BigInt(cells[name].getTime() / 1000) : cells[name]
        return (cell ?? undefined) !== (typeof value === 'string' ? wellFormed(value) : value)
      }),
    )
    expect(wrong).toEqual([])
    const [group] = parquetMetadata(buffer).row_groups
    const chunk = (name: string) =>
      group!.columns.find(({ meta_data }) => meta_data!.path_in_schema[0] === name)!.meta_data!
    // A dictionary that does not pay off is dropped after the first page.
    expect(chunk('address').total_uncompressed_size).toBeLessThan(9_000n * 30n)
    expect(chunk('transaction_hash').total_uncompressed_size).toBeLessThan(9_000n * 75n)
    expect(chunk('log_index').statistics).toMatchObject({ null_count: 0n, min_value: 0n, max_value: 8_999n })
    expect(chunk('event').statistics?.null_count).toBe(BigInt(Math.ceil(9_000 / 7)))
  })

  test('refuses a number that it cannot hold, and names it', async () => {
    const [row] = fc.sample(arbitraryRow, { numRuns: 1, seed: 4 })
    await expect(collect([{ ...row!, blockNumber: 2n ** 70n }], { format: 'parquet' })).rejects.toThrow(
      'Parquet cannot hold the value 1180591620717411303424 in the column block_number.',
    )
  })
})

/** A clock that only this test advances, and how often the page was yielded to. */
function standStill() {
  const clock = { turns: 0, perLook: 0, pass: (milliseconds: number) => void (now += milliseconds) }
  let now = 0
  const { MessageChannel } = globalThis
  vi.spyOn(performance, 'now').mockImplementation(() => (now += clock.perLook))
  vi.stubGlobal(
    'MessageChannel',
    class extends MessageChannel {
      constructor() {
        super()
        clock.turns++
      }
    },
  )
  return clock
}

describe('streaming', () => {
  const [row] = fc.sample(arbitraryRow, { numRuns: 1, seed: 5 })
  const log: LogRow = { ...row!, data: `0x${'00'.repeat(32)}`, decoded: undefined }
  const many = { length: 100_000, at: (): LogRow => log }

  test('many logs are written in slices of a few dozen, and emitted in quarter-megabyte parts', async () => {
    const progress: ExportProgress[] = []
    let parts = 0
    let largest = 0
    let bytes = 0
    for await (const part of exportLogs(many, {
      format: 'ndjson',
      content: 'raw',
      onProgress: (one) => progress.push(one),
    })) {
      parts++
      largest = Math.max(largest, part.byteLength)
      bytes += part.byteLength
    }
    const line = JSON.stringify(toLogRecord(log, 'raw'))
    expect(bytes).toBe(100_000 * (line.length + 1))
    expect(progress).toHaveLength(1_563)
    expect(bytes / parts).toBeGreaterThan(256 * 1024 * 0.99)
    expect(largest).toBeLessThan(256 * 1024 + 64 * (line.length + 1))
    expect(progress.at(-1)).toEqual({ fraction: 1, written: 100_000 })
    expect(progress.every(({ fraction }, at) => at === 0 || fraction > progress[at - 1]!.fraction)).toBe(true)
  })

  test('it yields to the page by the clock, however long a log takes', async () => {
    const clock = standStill()
    const run = async (milliseconds: number) => {
      const list = { length: 12_800, at: (): LogRow => (clock.pass(milliseconds), log) }
      const before = clock.turns
      const text = await textOf(list, { format: 'ndjson', content: 'raw' })
      expect(text.match(/\n/g)).toHaveLength(12_800)
      return clock.turns - before
    }
    expect(await run(0)).toBe(0)
    // After two slices of 64 logs, which are 12.8 ms, or after each.
    expect(await run(0.1)).toBe(100)
    expect(await run(1)).toBe(200)
  })

  test('it yields between the logs and the columns of a Parquet group', async () => {
    const clock = standStill()
    const list = { length: 4_000, at: (): LogRow => log }
    const read = async () => {
      const bytes = await collect(list, { format: 'parquet', content: 'raw' })
      expect(new TextDecoder().decode(bytes.slice(-4))).toBe('PAR1')
      return clock.turns
    }
    expect(await read()).toBe(0)
    clock.perLook = 20
    // One after each log and each slice, and for each column one after its page and its part of the group.
    expect(await read()).toBe(4_000 + Math.ceil(4_000 / 64) + 13 + 13)
  })

  test('large logs make smaller slices', async () => {
    const large = { length: 20, at: (): LogRow => ({ ...log, data: `0x${'00'.repeat(300_000)}` }) }
    let slices = 0
    for await (const part of exportLogs(large, { format: 'json', onProgress: () => slices++ }))
      expect(part.byteLength).toBeLessThan(1_000_000)
    expect(slices).toBe(20)
  })

  test('stops at the next slice once cancelled', async () => {
    const controller = new AbortController()
    let read = 0
    const counted = { length: 1_000_000, at: (): LogRow => (read++, log) }
    const written = collect(counted, {
      format: 'csv',
      signal: controller.signal,
      onProgress: ({ fraction }) => {
        if (fraction > 0.01) controller.abort()
      },
    })
    await expect(written).rejects.toThrow('abort')
    expect(read).toBeGreaterThan(10_000)
    expect(read).toBeLessThan(21_000)
  })

  test('a filter drops logs without building a list of the rest', async () => {
    const list = { length: 2_000, at: (index: number): LogRow => ({ ...log, logIndex: index }) }
    const text = await textOf(
      Array.from({ length: 2_000 }, (_, index) => list.at(index)),
      {
        format: 'ndjson',
        where: ({ logIndex }) => logIndex % 700 === 0,
      },
    )
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { logIndex: number }).logIndex),
    ).toEqual([0, 700, 1400])
    expect(await textOf([log], { format: 'json', where: () => false })).toBe('[\n\n]\n')
  })

  test('a filter gets the rows of the list, with the arguments that its type has', async () => {
    const logs = createPackedLogList({
      segments: [packLogs(randomLogs({ seed: 3, count: 60 }))],
      decoder: createDecoder([transferEvent]),
    })
    const isWanted = ({ args }: DecodedLogRow) => (args as { value: bigint } | undefined)?.value !== undefined
    const wanted = logs.filter(isWanted)
    expect(wanted.length).toBeGreaterThan(0)
    const lines = await textOf(logs, { format: 'ndjson', where: (row) => isWanted(row as DecodedLogRow) })
    expect(lines.trimEnd().split('\n')).toEqual(wanted.map((row) => JSON.stringify(toLogRecord(row))))
  })
})

describe('undecoded logs', () => {
  const logs = fc
    .sample(arbitraryRow, { numRuns: 20, seed: 8 })
    .map((log) => ({ ...log, decoded: undefined }))

  test.each(['csv', 'parquet'] as const)(
    'are written as raw logs in %s: no column claims that arguments were empty',
    async (format) => {
      expect(await collect(logs, { format })).toEqual(await collect(logs, { format, content: 'raw' }))
      const [decoded] = fc.sample(
        arbitraryRow.filter((log) => log.decoded !== undefined),
        { numRuns: 1, seed: 9 },
      )
      expect(await collect([...logs, decoded!], { format })).not.toEqual(
        await collect([...logs, decoded!], { format, content: 'raw' }),
      )
    },
  )
})

test('hostile argument names become distinct columns that can be told apart', async () => {
  const names = [
    '\ud800',
    '\ud801',
    'a\nb',
    'a\u200bb',
    'a\u202eb',
    'x'.repeat(10_000),
    '',
    '__proto__',
    'value',
    'value_decimal',
  ]
  const args = names.map((name, at) => ({
    name,
    type: 'uint256',
    value: BigInt(at),
    indexed: false,
    hashed: false,
  }))
  const [row] = fc.sample(arbitraryRow, { numRuns: 1, seed: 10 })
  const log: LogRow = { ...row!, decoded: { name: 'E', signature: 'E()', source: 'given', args } }
  const { buffer } = await collect([log], { format: 'parquet', provenance })
  const columns = parquetMetadata(buffer)
    .schema.slice(1)
    .map(({ name }) => name)
  expect(new Set(columns).size).toBe(columns.length)
  expect(columns.filter((name) => /[\p{C}\u200b]/u.test(name) || name.length > 130)).toEqual([])
  const [read] = await parquetReadObjects({ file: buffer })
  const texts = columns.filter((name) => name.startsWith('arg_') && typeof read![name] === 'string')
  expect(texts.map((name) => read![name])).toEqual(args.map(({ value }) => value.toString()))
  const [header] = parseCsv(await textOf([log], { format: 'csv' }))
  expect(header!.filter((name) => name.startsWith('arg_'))).toEqual(texts)
})

test('hostile provenance stays in the metadata of Parquet and in one line of NDJSON', async () => {
  await fc.assert(
    fc.asyncProperty(anyText({ maxLength: 60 }), async (selection) => {
      const hostile = toProvenance({ selection, network: { id: 1, name: `${selection}\n}` }, time: 0 })
      const [line, ...others] = (await textOf([], { format: 'ndjson', provenance: hostile }))
        .trimEnd()
        .split(/[\r\n]/)
      expect(others).toEqual([])
      expect(JSON.parse(line!)).toEqual({ provenance: hostile })
      const { buffer } = await collect([], { format: 'parquet', provenance: hostile })
      const [kept] = parquetMetadata(buffer).key_value_metadata!
      expect(JSON.parse(kept!.value!)).toEqual(hostile)
    }),
    { numRuns: 50 },
  )
})
