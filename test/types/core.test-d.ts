import { erc20Abi, parseAbi, parseAbiItem, type AbiEvent, type Address, type Client } from 'viem'
import { expectTypeOf, test } from 'vitest'
import {
  createDecoder,
  exportLogs,
  follow,
  LogFilter,
  parseLogQuery,
  scan,
  type Decoder,
  type LogList,
  type LogQuery,
  type LogRow,
  type LogSearch,
} from '../../src/core.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Paused(address account)',
])
const client = {} as Client
const me: Address = '0x0000000000000000000000000000000000000001'

async function rowOf<row>(events: AsyncIterable<{ type: 'logs'; logs: Iterable<row> } | { type: string }>) {
  for await (const event of events) if ('logs' in event) for (const row of event.logs) return row
  throw new Error('none')
}

test('rows of a scan are typed by its events', async () => {
  for await (const event of scan(client, { events: [transfer], fromBlock: 1n })) {
    if (event.type !== 'logs') continue
    const log = event.logs.at(0)!
    expectTypeOf(log.args).toEqualTypeOf<{ from: Address; to: Address; value: bigint }>()
    expectTypeOf(log.eventName).toEqualTypeOf<'Transfer'>()
    // @ts-expect-error there is no such event
    void (log.eventName === 'Trasnfer')
  }
  for await (const event of scan(client, { event: transfer, strict: false })) {
    if (event.type !== 'logs') continue
    expectTypeOf(event.logs.at(0)!.eventName).toEqualTypeOf<'Transfer' | undefined>()
  }
  for await (const event of scan(client, { abi: erc20Abi, eventName: 'Transfer', args: { to: me } })) {
    if (event.type !== 'logs') continue
    expectTypeOf(event.logs.at(0)!.args).toEqualTypeOf<{ from: Address; to: Address; value: bigint }>()
  }
  for await (const event of scan(client, { events: abi })) {
    if (event.type !== 'logs') continue
    expectTypeOf(event.logs.at(0)!.eventName).toEqualTypeOf<'Transfer' | 'Paused'>()
  }
})

test('rows of following are typed by its events', async () => {
  for await (const event of follow(client, { event: transfer })) {
    if (event.type === 'change')
      expectTypeOf([...event.added, ...event.removed][0]!.args.value).toEqualTypeOf<bigint>()
    if (event.type === 'reset') expectTypeOf(event.current[0]!.args.to).toEqualTypeOf<Address>()
  }
})

test('logs of a filter are typed by its events', () => {
  const [log] = new LogFilter(client, { event: transfer, args: { to: me } }).getState().logs
  expectTypeOf(log!.args).toEqualTypeOf<{ from: Address; to: Address; value: bigint }>()
  expectTypeOf(log!.eventName).toEqualTypeOf<'Transfer'>()
  const both: LogFilter<LogRow> = new LogFilter(client, { abi, strict: false })
  expectTypeOf(both.getState().logs).toEqualTypeOf<LogList<LogRow>>()
  const query: LogQuery = {}
  expectTypeOf(new LogFilter(client, query)).toEqualTypeOf<LogFilter>()
  // @ts-expect-error there is no such argument
  void new LogFilter(client, { event: transfer, args: { form: me } })
  // @ts-expect-error a mistyped key
  void new LogFilter(client, { adress: me })
})

test("a decoder's results are typed by its events", () => {
  const log = {} as LogRow
  const one = createDecoder([transfer]).decodeArgs(log)!
  expectTypeOf(one.args).toEqualTypeOf<{ from: Address; to: Address; value: bigint }>()
  expectTypeOf(one.eventName).toEqualTypeOf<'Transfer'>()
  const any = createDecoder(abi).decodeArgs(log)!
  if (any.eventName === 'Paused') expectTypeOf(any.args).toEqualTypeOf<{ account: Address }>()
  // A log that does not fit has the name of its event only.
  const loose = createDecoder([transfer], { strict: false }).decodeArgs(log)!
  expectTypeOf(loose.args.value).toEqualTypeOf<bigint | undefined>()
  // Known events may be read too.
  expectTypeOf(createDecoder([transfer], { known: abi }).decodeArgs(log)!.eventName).toEqualTypeOf<string>()
  const unknown: readonly AbiEvent[] = []
  expectTypeOf(createDecoder(unknown)).toEqualTypeOf<Decoder>()
  expectTypeOf(createDecoder([transfer])).toExtend<Decoder>()
})

test('an export is filtered by rows of its list', async () => {
  for await (const event of scan(client, { event: transfer }))
    if (event.type === 'logs') {
      void exportLogs(event.logs, { format: 'csv', where: ({ args }) => args.value > 5n })
      // @ts-expect-error there is no such argument
      void exportLogs(event.logs, { format: 'csv', where: ({ args }) => args.amount > 5n })
    }
})

test('arguments are those of the event', () => {
  void scan(client, { event: transfer, args: { from: me, to: [me, me] } })
  void scan(client, { events: [transfer], args: { from: null } })
  // Not known yet: it compiles, and throws when it runs.
  void scan(client, { event: transfer, args: { from: undefined }, address: undefined })
  // @ts-expect-error there is no such argument
  void scan(client, { events: [transfer], args: { form: me } })
  // @ts-expect-error and it is an address
  void scan(client, { event: transfer, args: { from: 1 } })
  // @ts-expect-error arguments belong to one event
  void scan(client, { events: abi, args: { from: me } })
  // @ts-expect-error one or the other
  void follow(client, { event: transfer, events: [transfer] })
  // @ts-expect-error a mistyped key
  void scan(client, { event: transfer, adress: me })
})

test('untyped queries are accepted', async () => {
  const query: LogQuery = {}
  const search: LogSearch = {}
  for (const events of [scan(client, query), scan(client, search), scan(client, parseLogQuery(query))])
    expectTypeOf(await rowOf<LogRow>(events)).toEqualTypeOf<LogRow>()
  void follow(client, query)
})
