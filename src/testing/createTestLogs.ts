import { encodeAbiParameters, type AbiEvent, type Address, type GetEventArgs, type Hex } from 'viem'
import { BaseError } from '../errors/BaseError.ts'
import type { EventLog } from '../logs/filter/EventLog.ts'
import { eventTopic } from '../logs/filter/eventTopic.ts'
import { parseLogQuery } from '../logs/filter/parseLogQuery.ts'
import { toRows } from '../logs/list/listRows.ts'
import type { RawLog } from '../logs/Log.ts'
import { encodeTopic } from './encodeTopic.ts'
import { blockHash, blockTimestamp, testSeed, transactionHash } from './TestChain.ts'

/** All arguments of an event: by name, or in order if an input has no name. */
export type TestLogArgs<event extends AbiEvent> = GetEventArgs<
  readonly [event],
  event['name'],
  { EnableUnion: false; IndexedOnly: false; Required: true }
>

export interface CreateTestLogsOptions {
  /** The contract that emits the logs. @default '0x5fbdb2315678afecb367f032d93f642f64180aa3' */
  address?: Address | undefined
  /** The block of the first log. @default 1n */
  fromBlock?: bigint | undefined
  /** How many logs each block has. @default 1 */
  logsPerBlock?: number | undefined
}

/**
 * Creates well-formed logs of an event, one for each item of `args`, with encoded topics and data and decoded
 * arguments: for {@link createTestNetwork}, `createLogList` and `setQueryData`. A network with only these logs
 * returns the same ones. Indexed strings, bytes, arrays and tuples become their hashes, as on the chain.
 *
 * @throws `BaseError` when an argument is missing.
 *
 * @example
 * const logs = createTestLogs(transfer, [{ from: me, to: token, value: 5n }], { address: token, fromBlock: 150n })
 */
export function createTestLogs<const event extends AbiEvent>(
  event: event,
  args: readonly TestLogArgs<event>[],
  { address, fromBlock = 1n, logsPerBlock = 1 }: CreateTestLogsOptions = {},
): EventLog<event>[] {
  const logs = args.map((values, at): RawLog => {
    const blockNumber = fromBlock + BigInt(Math.floor(at / logsPerBlock))
    const logIndex = at % logsPerBlock
    const hash = blockHash(testSeed, Number(blockNumber), 0)
    return {
      address: address ?? '0x5fbdb2315678afecb367f032d93f642f64180aa3',
      ...encodeEvent(event, values as EventValues, at),
      blockNumber,
      blockHash: hash,
      blockTimestamp: BigInt(blockTimestamp(Number(blockNumber))),
      transactionHash: transactionHash(hash, logIndex),
      transactionIndex: logIndex,
      logIndex,
      removed: false,
    }
  })
  return toRows(parseLogQuery({ event }), logs) as unknown as EventLog<event>[]
}

type EventValues = Readonly<Record<string, unknown>> | readonly unknown[]

function encodeEvent(event: AbiEvent, args: EventValues, at: number): { topics: Hex[]; data: Hex } {
  const values = event.inputs.map(({ name }, index) => {
    const value = Array.isArray(args)
      ? (args as readonly unknown[])[index]
      : (args as Record<string, unknown>)[name ?? '']
    if (value !== undefined) return value
    throw new BaseError(`Log ${at} of ${event.name} has no ${name ? `"${name}"` : `argument ${index}`}.`, {
      advice: 'Pass createTestLogs a value for every input of the event.',
    })
  })
  // Refuses values that do not fit their types.
  encodeAbiParameters(event.inputs, values)
  const indexed = event.inputs.flatMap((input, at) => (input.indexed ? encodeTopic(input, values[at]) : []))
  return {
    topics: event.anonymous ? indexed : [eventTopic(event), ...indexed],
    data: encodeAbiParameters(
      event.inputs.filter((input) => !input.indexed),
      values.filter((_, at) => !event.inputs[at]!.indexed),
    ),
  }
}
