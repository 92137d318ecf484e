import { count, createCollection, createLiveQueryCollection, eq, sum } from '@tanstack/db'
import { parseAbiItem } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { QueryNotReadyError } from '../../src/errors/InvalidQueryError.ts'
import { logsCollectionOptions } from '../../src/tanstack-db.ts'
import { createTestLogs, createTestNetwork } from '../../src/testing.ts'
import { soon } from '../support/soon.ts'

const alice = '0x00000000000000000000000000000000000A11cE'
const bob = '0x0000000000000000000000000000000000000B0b'
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const sent = (to: typeof alice | typeof bob, ...values: bigint[]) =>
  createTestLogs(
    transfer,
    values.map((value) => ({ from: alice, to, value })),
  )

function setUp(parameters = {}) {
  const network = createTestNetwork({ logs: sent(bob, 1n, 2n), blockNumber: 5n })
  const transfers = createCollection(
    logsCollectionOptions(network.config, { event: transfer, ...parameters }),
  )
  open.push(transfers)
  return { network, transfers }
}

const open: { cleanup: () => Promise<void> }[] = []
afterEach(async () => {
  // Live queries before the collections they read.
  for (const collection of open.splice(0).reverse()) await collection.cleanup()
})

const valuesOf = (rows: Iterable<{ readonly args: { readonly value: bigint } }>) =>
  [...rows].map(({ args }) => args.value).sort((a, b) => Number(a - b))

describe('logsCollectionOptions', () => {
  test('holds history once it is ready, then new logs; those of replaced blocks are deleted', async () => {
    const { network, transfers } = setUp()
    await transfers.preload()
    expect(transfers.status).toBe('ready')
    expect(valuesOf(transfers.values())).toEqual([1n, 2n])
    const changes: string[] = []
    transfers.subscribeChanges((list) => {
      for (const { type, value } of list) changes.push(`${type} ${value.args.value}`)
    })
    network.mine(sent(bob, 3n))
    await vi.waitFor(() => expect(changes).toEqual(['insert 3']), soon)
    network.reorg(1, sent(bob, 4n))
    await vi.waitFor(() => expect(changes).toHaveLength(3), soon)
    expect(changes.slice(1).sort()).toEqual(['delete 3', 'insert 4'])
    expect(valuesOf(transfers.values())).toEqual([1n, 2n, 4n])
    expect([...transfers.values()].find(({ args }) => args.value === 4n)).toMatchObject({
      eventName: 'Transfer',
      blockNumber: 6n,
      removed: false,
    })
  })

  test('live queries join and aggregate over it, through reorganizations', async () => {
    const { network, transfers } = setUp()
    const received = createLiveQueryCollection({
      startSync: true,
      query: (q) =>
        q
          .from({ log: transfers })
          .where(({ log }) => eq(log.eventName, 'Transfer'))
          .groupBy(({ log }) => log.args.to)
          .select(({ log }) => ({
            to: log.args.to,
            logs: count(log.logIndex),
            last: sum(log.transactionIndex),
          })),
    })
    open.push(received)
    await received.preload()
    const totals = () => Object.fromEntries([...received.values()].map(({ to, logs }) => [to, logs]))
    expect(totals()).toEqual({ [bob]: 2 })
    network.mine(sent(alice, 5n, 6n))
    await vi.waitFor(() => expect(totals()).toEqual({ [bob]: 2, [alice]: 2 }), soon)
    network.reorg(1, sent(bob, 7n))
    await vi.waitFor(() => expect(totals()).toEqual({ [bob]: 3 }), soon)
  })

  test('a reorganization deeper than the logs held replaces the rows of its range', async () => {
    const { network, transfers } = setUp()
    await transfers.preload()
    network.mine([], { blocks: 100 })
    network.mine(sent(bob, 9n))
    await vi.waitFor(() => expect(valuesOf(transfers.values())).toEqual([1n, 2n, 9n]), soon)
    network.reorg(105, sent(alice, 8n))
    await vi.waitFor(() => expect(valuesOf(transfers.values())).toEqual([1n, 8n]), soon)
    expect(transfers.size).toBe(network.getLogs().length)
  })

  test('requests nothing before it is used, nor after it is cleaned up', async () => {
    const { network, transfers } = setUp()
    expect(network.requests).toEqual([])
    await transfers.preload()
    await transfers.cleanup()
    const sentUntilNow = network.requests.length
    network.mine(sent(bob, 3n))
    await vi.waitFor(() => expect(transfers.status).toBe('cleaned-up'), soon)
    expect(network.requests).toHaveLength(sentUntilNow)
    await transfers.preload()
    expect(valuesOf(transfers.values())).toEqual([1n, 2n, 3n])
  })

  test('from any block on, holds history too', async () => {
    const { transfers } = setUp({ fromBlock: null })
    await transfers.preload()
    expect(valuesOf(transfers.values())).toEqual([1n, 2n])
  })

  test('from the latest block on, holds new logs only', async () => {
    const { network, transfers } = setUp({ fromBlock: 'latest' })
    await transfers.preload()
    network.mine(sent(bob, 3n))
    await vi.waitFor(() => expect(valuesOf(transfers.values())).toEqual([3n]), soon)
  })

  test('is not ready while nothing can be read, and reports why', async () => {
    const errors: unknown[] = []
    const { network, transfers } = setUp({
      onStatus: ({ error }: { error: Error | undefined }) => error && errors.push(error.name),
    })
    network.fail('transient')
    transfers.startSyncImmediate()
    await vi.waitFor(() => expect(errors).toContain('NodeError'), soon)
    expect(transfers.status).toBe('loading')
  })

  test('refuses a query that is not known yet', () => {
    const { transfers } = setUp({ address: undefined })
    expect(() => transfers.startSyncImmediate()).toThrow(QueryNotReadyError)
  })
})
