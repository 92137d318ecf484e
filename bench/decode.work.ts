import { event, indexed } from '@subsquid/evm-abi'
import * as p from '@subsquid/evm-codec'
import { parseEventLogs, toEventSelector, type AbiEvent } from 'viem'
import { createDecoder } from '../src/logs/decode/createDecoder.ts'
import { noteEvent, randomLogs, swapEvent, transferEvent } from '../test/support/randomLogs.ts'

const topic = (abi: AbiEvent) => toEventSelector(abi)

const subsquid = {
  transfer: event(topic(transferEvent), 'Transfer(address,address,uint256)', {
    from: indexed(p.address),
    to: indexed(p.address),
    value: p.uint256,
  }),
  swap: event(topic(swapEvent), 'Swap(address,address,int256,int256,uint160,uint128,int24)', {
    sender: indexed(p.address),
    recipient: indexed(p.address),
    amount0: p.int256,
    amount1: p.int256,
    sqrtPriceX96: p.uint160,
    liquidity: p.uint128,
    tick: p.int24,
  }),
  note: event(topic(noteEvent), 'Note(address,string,uint256[])', {
    author: indexed(p.address),
    text: p.string,
    amounts: p.array(p.uint256),
  }),
}

const events = { transfer: transferEvent, swap: swapEvent, note: noteEvent }

export function prepare(name: keyof typeof events, count: number) {
  const logs = randomLogs({ seed: 42, count, event: name })
  const abi = [events[name]]
  return {
    logs: logs.length,
    ours: () => {
      // A new decoder each time, so that no run profits from the one before.
      const decoder = createDecoder(abi)
      return logs.map((log) => decoder.decodeArgs(log))
    },
    viem: (part: number) =>
      parseEventLogs({ abi, logs: logs.slice(0, Math.ceil(logs.length * part)) as never }),
    subsquid: () => logs.map((log) => subsquid[name].decode(log as never)),
  }
}
