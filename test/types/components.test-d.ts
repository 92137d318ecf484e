import { erc20Abi, parseAbiItem, type Address } from 'viem'
import { expectTypeOf, test } from 'vitest'
import {
  LogGroups,
  LogTable,
  LogTableRoot,
  parseLogTableView,
  useLogTable,
  type LogDetailsProps,
  type LogGroupsProps,
  type LogTableColumnDefinition,
  type LogTableProps,
} from '../../src/components.ts'
import { useLogs, useMultichainLogs, type EventLog, type LogList, type LogRow } from '../../src/index.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

test('columns and cells are typed by the rows', () => {
  const logs = useLogs({ event: transfer })
  LogTable({
    result: logs,
    columns: [
      'block',
      'args.value',
      { id: 'args.from', header: 'Sender', align: 'end' },
      {
        id: 'share',
        header: 'Share',
        render: (log) => {
          expectTypeOf(log.args).toEqualTypeOf<{ from: Address; to: Address; value: bigint }>()
          return log.args.value.toString()
        },
        sortValue: (log) => log.args.value,
        text: ({ args }) => args.to,
      },
    ],
    renderAddress: ({ address, log }) => {
      expectTypeOf(address).toEqualTypeOf<Address>()
      return `${address} ${log.args.value}`
    },
    renderRow: ({ props, log }) => `${props.className} ${log.args.from}`,
  })
  // @ts-expect-error -- the event has no such argument
  LogTable({ result: logs, columns: ['args.amount'] })
  // @ts-expect-error -- a column of your own needs cells
  LogTable({ result: logs, columns: [{ id: 'mine', header: 'Mine' }] })
  // @ts-expect-error -- and a name
  LogTable({ result: logs, columns: [{ id: 'mine', render: () => null }] })
  LogTable({
    result: logs,
    // @ts-expect-error -- rows are sorted by numbers or text
    columns: [{ id: 'mine', header: 'Mine', render: () => null, sortValue: () => new Date() }],
  })
})

test('several events have the arguments of all', () => {
  const logs = useLogs({ abi: erc20Abi })
  LogTable({ result: logs, columns: ['args.from', 'args.spender', 'args.value'] })
  // @ts-expect-error -- none of them has it
  LogTable({ result: logs, columns: ['args.account'] })
})

test('rows of unknown events may have any argument', () => {
  LogTable({ logs: {} as LogList<LogRow>, columns: ['args.anything', 'time'] })
  // @ts-expect-error -- not built-in
  LogTable({ logs: {} as LogList<LogRow>, columns: ['sender'] })
  expectTypeOf<LogTableProps>().toEqualTypeOf<LogTableProps<LogRow>>()
})

test('columns may be declared outside of components', () => {
  const columns: readonly LogTableColumnDefinition<EventLog<typeof transfer>>[] = ['block', 'args.value']
  LogTable({ result: useLogs({ event: transfer }), columns, view: parseLogTableView({}, columns) })
})

test('names and units are looked up by address', () => {
  LogTable({
    logs: [],
    resolveLabel: async (address, { signal }) => {
      expectTypeOf(address).toEqualTypeOf<Address>()
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
      return null
    },
    resolveToken: () => ({ symbol: 'USDC', decimals: 6 }),
  })
  // @ts-expect-error -- a unit has decimals
  LogTable({ logs: [], resolveToken: () => ({ symbol: 'USDC' }) })
  type LookupProps = 'labels' | 'tokens' | 'tokensByChain' | 'resolveLabel' | 'resolveToken'
  expectTypeOf<Pick<LogGroupsProps, LookupProps>>().toEqualTypeOf<Pick<LogTableProps, LookupProps>>()
  expectTypeOf<Pick<LogDetailsProps, LookupProps>>().toEqualTypeOf<Pick<LogTableProps, LookupProps>>()
})

test('groups of several networks take their names from the result', () => {
  const { data, chains } = useMultichainLogs({ event: transfer })
  LogGroups({ logs: data, chains })
  // @ts-expect-error -- a network has a name
  LogGroups({ logs: data, chains: [{ chainId: 1 }] })
})

test('parts are typed by the rows of their root', () => {
  const logs = useLogs({ event: transfer })
  LogTable.Root({ result: logs, columns: ['args.value'], renderRow: ({ log }) => log.args.from })
  expectTypeOf(LogTable.Root).toEqualTypeOf(LogTableRoot)
  // @ts-expect-error -- the event has no such argument
  LogTable.Root({ result: logs, columns: ['args.amount'] })
  // @ts-expect-error -- a note belongs to the summary
  LogTable.Root({ result: logs, note: 'of today' })
  LogTable.Summary({ note: 'of today' })
  const table = useLogTable<EventLog<typeof transfer>>()
  expectTypeOf(table.rows.at(0)!.args.value).toEqualTypeOf<bigint>()
  expectTypeOf(useLogTable().selection.getLogs()).toEqualTypeOf<readonly LogRow[]>()
  // @ts-expect-error -- no such format
  table.selection.copy('xml')
})
