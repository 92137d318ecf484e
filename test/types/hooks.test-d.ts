import { QueryClient, useQuery } from '@tanstack/react-query'
import { erc20Abi, parseAbi, parseAbiItem, type Abi, type Address, type Log } from 'viem'
import { expectTypeOf, test } from 'vitest'
import {
  createLogsConfig,
  infiniteLogsQueryKey,
  logsQueryKey,
  logsQueryOptions,
  useBlockNumber,
  useLogFilter,
  useInfiniteLogs,
  useMultichainLogs,
  useLogs,
  useNetwork,
  useScanEstimate,
  useLogsReducer,
  useSuspenseLogs,
  watchLogs,
  xone,
  type DecodedEvent,
  type Expected,
  type LogList,
  type LogRow,
  type LogsQueryData,
} from '../../src/index.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Paused(address account)',
])
const single = parseAbi(['event Paused(address indexed account)', 'function pause()'])
const token: Address = '0x0000000000000000000000000000000000000001'

test('the arguments of a log are inferred from the event', () => {
  const { data } = useLogs({ address: token, event: transfer, fromBlock: 1n })
  const log = data!.at(0)!
  expectTypeOf(log.args).toEqualTypeOf<{ from: Address; to: Address; value: bigint }>()
  expectTypeOf(log.eventName).toEqualTypeOf<'Transfer'>()
  expectTypeOf(log.blockNumber).toEqualTypeOf<bigint>()
  expectTypeOf(log.decoded).toEqualTypeOf<DecodedEvent | undefined>()
})

test('abi and eventName infer as in viem and wagmi', () => {
  const named = useLogs({ abi: erc20Abi, eventName: 'Transfer', args: { from: token } })
  const log = named.data!.at(0)!
  expectTypeOf(log.args).toEqualTypeOf<{ from: Address; to: Address; value: bigint }>()
  expectTypeOf(log.eventName).toEqualTypeOf<'Transfer'>()
  const all = useLogFilter({ abi: erc20Abi }).data.at(0)!
  expectTypeOf(all.eventName).toEqualTypeOf<'Approval' | 'Transfer'>()
  if (all.eventName === 'Approval') expectTypeOf(all.args.spender).toEqualTypeOf<Address>()
  useScanEstimate({ abi: erc20Abi, eventName: 'Transfer', args: { to: [token, token] } })
  // @ts-expect-error -- arguments belong to one event, and the ABI has two
  useLogs({ abi: erc20Abi, args: { from: token } })
  // An ABI with one event needs no name, and its functions do not count.
  useLogs({ abi: single, args: { account: [token] } })
  // @ts-expect-error -- the event has no such argument
  useLogs({ abi: single, args: { from: token } })
  // The events of this one are unknown to the types: they are checked at run time.
  useLogs({ abi: erc20Abi as Abi, args: { from: token } })
  // Names are known, values are not: JSON that was imported.
  const json: { type: string; name: string }[] = []
  expectTypeOf(useLogs({ abi: json, eventName: 'Transfer' }).data!.at(0)!.eventName).toEqualTypeOf<string>()
  // @ts-expect-error -- there is no such event
  useLogs({ abi: erc20Abi, eventName: 'Trasnfer' })
  // @ts-expect-error -- a function is no event
  useLogs({ abi: erc20Abi, eventName: 'balanceOf' })
  // @ts-expect-error -- `value` is not indexed
  useLogs({ abi: erc20Abi, eventName: 'Transfer', args: { value: 1n } })
  // @ts-expect-error -- an event or an ABI, not both
  useLogs({ abi: erc20Abi, event: transfer })
  // @ts-expect-error -- without an ABI there is nothing to name
  useLogs({ eventName: 'Transfer' })
  // Of an overloaded event either reading may come.
  const overloaded = parseAbi(['event Set(uint256 indexed id)', 'event Set(address owner)'])
  const set = useLogs({ abi: overloaded, eventName: 'Set' }).data!.at(0)!
  expectTypeOf(set.eventName).toEqualTypeOf<'Set'>()
  expectTypeOf(set.args).toEqualTypeOf<{ id: bigint } | { owner: Address }>()
  // @ts-expect-error -- one of two events: which one is not said
  useLogs({ abi: overloaded, eventName: 'Set', args: { id: 1n } })
})

test('status flags narrow data and error, as in react-query', () => {
  const logs = useLogs({ event: transfer })
  type Rows = NonNullable<typeof logs.data>
  if (logs.isPending) {
    expectTypeOf(logs.data).toEqualTypeOf<undefined>()
    expectTypeOf(logs.error).toEqualTypeOf<null>()
  }
  if (logs.isError) expectTypeOf(logs.error).toEqualTypeOf<Error>()
  if (logs.isLoadingError) expectTypeOf(logs.data).toEqualTypeOf<undefined>()
  if (logs.isRefetchError) expectTypeOf(logs.data).toEqualTypeOf<Rows>()
  if (logs.isSuccess) {
    expectTypeOf(logs.data).toEqualTypeOf<Rows>()
    expectTypeOf(logs.data.at(0)!.args.value).toEqualTypeOf<bigint>()
    expectTypeOf(logs.error).toEqualTypeOf<null>()
  }
  const { data, status } = logs
  if (status === 'success') expectTypeOf(data).toEqualTypeOf<Rows>()
  const { data: rest, isPending, isError } = useLogs({ event: transfer })
  if (!isPending && !isError) expectTypeOf(rest).toEqualTypeOf<Rows>()
  // `refetch` resolves with the entry of the query cache, which is not decoded.
  expectTypeOf<Awaited<ReturnType<typeof logs.refetch>>['data']>().toEqualTypeOf<LogsQueryData | undefined>()
})

test('keys of logs carry the type of their data', () => {
  const key = logsQueryKey({ chainId: 3721, event: transfer, args: { from: token } })
  expectTypeOf(key[0]).toEqualTypeOf<'topic0'>()
  expectTypeOf(key[2].chainId).toEqualTypeOf<number>()
  expectTypeOf(new QueryClient().getQueryData(key)).toEqualTypeOf<LogsQueryData | undefined>()
  const config = createLogsConfig({ networks: [xone] })
  expectTypeOf(logsQueryOptions(config, { event: transfer }).queryKey).toEqualTypeOf(key)
  // @ts-expect-error -- the event has no such argument
  logsQueryKey({ chainId: 3721, event: transfer, args: { form: token } })
  // @ts-expect-error -- a key is of one network
  logsQueryKey({ event: transfer })
})

test('blocks before the newest are written latest-n', () => {
  useLogs({ fromBlock: 'latest-500' })
  const count = 500n as bigint
  useLogs({ fromBlock: `latest-${count}`, toBlock: 'latest-12' })
  // @ts-expect-error -- not a number
  useLogs({ fromBlock: 'latest-many' })
  // @ts-expect-error -- only the newest block is counted back from
  useLogs({ fromBlock: 'finalized-5' })
})

test('several events give a union that eventName tells apart', () => {
  const { data } = useLogs({ events: abi })
  const log = data!.at(0)!
  expectTypeOf(log.eventName).toEqualTypeOf<'Transfer' | 'Paused'>()
  if (log.eventName === 'Paused') expectTypeOf(log.args).toEqualTypeOf<{ account: Address }>()
})

test('without strict, a log may fit nothing, and its arguments may be missing', () => {
  const { data } = useLogs({ event: transfer, strict: false })
  const log = data!.at(0)!
  expectTypeOf(log.eventName).toEqualTypeOf<'Transfer' | undefined>()
  if (log.eventName) expectTypeOf(log.args.value).toEqualTypeOf<bigint | undefined>()
})

test('without an event there is nothing decoded by type', () => {
  const { data } = useLogs({ address: token })
  const log = data!.at(0)!
  expectTypeOf(log.eventName).toEqualTypeOf<undefined>()
  expectTypeOf(log).toExtend<Log<bigint, number, false>>()
})

test('tables accept the results of hooks', () => {
  expectTypeOf(useLogs({ event: transfer }).data!).toExtend<LogList<LogRow>>()
  expectTypeOf(useLogs({ events: abi, strict: false }).data!).toExtend<LogList<LogRow>>()
  expectTypeOf(useLogFilter({ event: transfer }).data).toExtend<LogList<LogRow>>()
  expectTypeOf(useLogs().data!).toExtend<LogList<LogRow>>()
})

test('arguments are checked: only indexed ones, of their types, one or any of several', () => {
  useLogs({ event: transfer, args: { from: token } })
  useLogs({ event: transfer, args: { from: [token, token], to: null } })
  // @ts-expect-error -- `value` is not indexed
  useLogs({ event: transfer, args: { value: 1n } })
  // @ts-expect-error -- not an address
  useLogs({ event: transfer, args: { from: 5 } })
  // @ts-expect-error -- arguments belong to one event
  useLogs({ events: abi, args: { from: token } })
  // @ts-expect-error -- raw topics or an event, not both
  useLogs({ event: transfer, topics: [null] })
  // @ts-expect-error -- a block hash or a range, not both
  useLogs({ blockHash: '0x', fromBlock: 1n })
  // @ts-expect-error -- block numbers are bigint
  useLogs({ fromBlock: 1 })
  // @ts-expect-error -- pending logs are in no block
  useLogs({ toBlock: 'pending' })
})

test('option factories take the same parameters', () => {
  const config = createLogsConfig({ networks: [xone] })
  logsQueryOptions(config, { address: token, event: transfer, args: { to: token }, fromBlock: 1n })
  // @ts-expect-error -- `value` is not indexed
  logsQueryOptions(config, { event: transfer, args: { value: 1n } })
  expectTypeOf(useQuery(logsQueryOptions(config, { event: transfer })).error).toEqualTypeOf<Error | null>()
})

test('the others', () => {
  expectTypeOf(useBlockNumber().data).toEqualTypeOf<bigint | undefined>()
  expectTypeOf(useNetwork().switchNetwork).toEqualTypeOf<(chainId: number) => void>()
})

test('an estimate accepts and rejects the same parameters as the logs', () => {
  const { data } = useScanEstimate({ address: token, event: transfer, args: { to: token }, fromBlock: 1n })
  expectTypeOf(data!.requests).toEqualTypeOf<Expected>()
  // @ts-expect-error: the event has no such argument
  useScanEstimate({ event: transfer, args: { nobody: token } })
})

test('callbacks get rows that are typed by the query', () => {
  useLogs({
    event: transfer,
    live: true,
    onLogs: (logs, change) => {
      expectTypeOf(logs[0]!.args.value).toEqualTypeOf<bigint>()
      if (change.type === 'change') expectTypeOf(change.removed[0]!.args.to).toEqualTypeOf<Address>()
    },
  })
  const unwatch = watchLogs(createLogsConfig({ networks: [xone] }), {
    abi: erc20Abi,
    eventName: 'Transfer',
    args: { to: token },
    onLogs: (logs) => expectTypeOf(logs[0]!.args.value).toEqualTypeOf<bigint>(),
  })
  expectTypeOf(unwatch).toEqualTypeOf<() => void>()
})

test('a reducer gets rows that are typed by the query, and its state is that of initial', () => {
  const { state, data } = useLogsReducer({
    event: transfer,
    initial: new Map<Address, bigint>(),
    reduce: (before, logs) => new Map([...before, [logs[0]!.args.to, logs[0]!.args.value]]),
  })
  expectTypeOf(state).toEqualTypeOf<Map<Address, bigint>>()
  expectTypeOf(data!.at(0)!.args.value).toEqualTypeOf<bigint>()
  // @ts-expect-error -- reduced oldest first
  useLogsReducer({ event: transfer, order: 'desc', initial: 0, reduce: (count) => count })
  // @ts-expect-error -- another state
  useLogsReducer({ event: transfer, initial: 0, reduce: () => 'x' })
})

test('rows of several filters are the union of their events', () => {
  const approval = parseAbiItem(
    'event Approval(address indexed owner, address indexed spender, uint256 value)',
  )
  const { data } = useLogs({
    filters: [
      { address: token, event: transfer, args: { from: token } },
      { abi: erc20Abi, eventName: 'Approval', args: { owner: [token] } },
    ],
    fromBlock: 'latest-500',
    live: true,
  })
  const log = data!.at(0)!
  expectTypeOf(log.eventName).toEqualTypeOf<'Transfer' | 'Approval'>()
  if (log.eventName === 'Approval') expectTypeOf(log.args.spender).toEqualTypeOf<Address>()
  else expectTypeOf(log.args.to).toEqualTypeOf<Address>()
  const same = useLogs({ filters: [{ event: transfer, args: { from: token } }, { events: [transfer] }] })
  expectTypeOf(same.data!.at(0)!.args).toEqualTypeOf<{ from: Address; to: Address; value: bigint }>()
  // A filter without events requests logs of any.
  const any = useLogs({ filters: [{ event: approval }, { address: token }] }).data!.at(0)!
  expectTypeOf(any.eventName).toEqualTypeOf<'Approval' | undefined>()
  useScanEstimate({ filters: [{ event: transfer }, { address: token }] })
  // Not known yet: nothing is sent.
  const me = undefined as Address | undefined
  useLogs({ filters: me && [{ event: transfer, args: { from: me } }] })
  useLogs({ filters: [{ event: transfer, args: { from: me } }] })
  // @ts-expect-error -- `value` is not indexed
  useLogs({ filters: [{ event: transfer, args: { value: 1n } }] })
  // @ts-expect-error -- an address is no number
  useLogs({ filters: [{ event: transfer, args: { from: 1n } }] })
  // @ts-expect-error -- no event of the ABI
  useLogs({ filters: [{ abi: erc20Abi, eventName: 'Transfr' }] })
  // @ts-expect-error -- the address belongs into each filter
  useLogs({ address: token, filters: [{ event: transfer }] })
  // @ts-expect-error -- there is no such key
  useLogs({ filters: [{ adress: token }] })
})

test('rows of several chains are typed by the query, and have a chain id', () => {
  const logs = useMultichainLogs({
    chainIds: [1, 10],
    address: { 1: token, 10: [token] },
    fromBlock: { 1: 5n, 10: 'latest-500' },
    abi: erc20Abi,
    eventName: 'Transfer',
    args: { to: token },
    onLogs: (added, change, chainId) => {
      expectTypeOf(added[0]!.chainId).toEqualTypeOf<number>()
      expectTypeOf(change.logs.at(0)!.chainId).toEqualTypeOf<number>()
      if (change.type === 'change') expectTypeOf(change.removed[0]!.chainId).toEqualTypeOf<number>()
      expectTypeOf(chainId).toEqualTypeOf<number>()
    },
  })
  expectTypeOf(logs.data!.at(0)!.args.value).toEqualTypeOf<bigint>()
  expectTypeOf(logs.data!.at(0)!.chainId).toEqualTypeOf<number>()
  expectTypeOf(logs.chains[0]!.data!.at(0)!.args.value).toEqualTypeOf<bigint>()
  expectTypeOf(logs.chains[0]!.explorerUrl).toEqualTypeOf<string | undefined>()
  // @ts-expect-error -- the event has no such argument
  useMultichainLogs({ event: transfer, args: { form: token } })
  // @ts-expect-error -- addresses are hex
  useMultichainLogs({ event: transfer, address: { 1: 'token' } })
})

test('pages have rows that are typed by the query', () => {
  const logs = useInfiniteLogs({
    abi: erc20Abi,
    eventName: 'Transfer',
    args: { to: token },
    pageSize: 50,
    live: true,
  })
  expectTypeOf(logs.data!.pages[0]!.logs.at(0)!.args.value).toEqualTypeOf<bigint>()
  expectTypeOf(logs.data!.logs).toExtend<LogList<LogRow>>()
  if (logs.isSuccess) expectTypeOf(logs.data.pages[0]!.isComplete).toEqualTypeOf<boolean>()
  expectTypeOf(logs.fetchNextPage).toEqualTypeOf<() => Promise<void>>()
  // @ts-expect-error -- pages are newest first
  useInfiniteLogs({ event: transfer, order: 'asc' })
  // @ts-expect-error -- pages have a size
  useInfiniteLogs({ event: transfer, limit: 10 })
  const key = infiniteLogsQueryKey({ chainId: 3721, event: transfer, args: { from: token } })
  expectTypeOf(new QueryClient().getQueryData(key)).toEqualTypeOf<LogsQueryData | undefined>()
  // @ts-expect-error -- the event has no such argument
  infiniteLogsQueryKey({ chainId: 3721, event: transfer, args: { form: token } })
})

test('under Suspense, data is never undefined', () => {
  const { data, status } = useSuspenseLogs({
    event: transfer,
    args: { to: token },
    suspendUntil: 'first-rows',
  })
  expectTypeOf(data.at(0)!.args.value).toEqualTypeOf<bigint>()
  expectTypeOf(status).toEqualTypeOf<'success' | 'error'>()
  // @ts-expect-error -- it always reads
  useSuspenseLogs({ event: transfer, query: { enabled: false } })
  // @ts-expect-error -- the event has no such argument
  useSuspenseLogs({ event: transfer, args: { form: token } })
})
