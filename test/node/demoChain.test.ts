import { decodeEventLog, hexToNumber, toEventSelector, type AbiEvent } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockSeconds } from '../../demo/prepareChain.mjs'
import { createDecoder } from '../../src/logs/decode/createDecoder.ts'
import { createTestLogs } from '../../src/testing.ts'
import { startTestChain, type NodeLog, type TestChain } from '../support/anvil.ts'

let chain: TestChain
let twin: TestChain
let logs: NodeLog[]
beforeAll(async () => {
  ;[chain, twin] = await Promise.all(
    [1, 2].map(() => startTestChain({ blocks: 300, seed: 9 })) as [Promise<TestChain>, Promise<TestChain>],
  )
  logs = await chain.allLogs()
})
afterAll(() => Promise.all([chain.stop(), twin.stop()]))

const said = ({ address, topics, data, blockNumber, logIndex }: NodeLog) => ({
  address,
  topics,
  data,
  blockNumber,
  logIndex,
})
const logsOf = (key: Parameters<TestChain['contract']>[0]) =>
  logs.filter(({ address }) => address === chain.contract(key).address.toLowerCase())

describe('the history of the demo', () => {
  test('is the same for the same seed', async () => {
    expect((await twin.allLogs()).map(said)).toEqual(logs.map(said))
  })

  test('has every transaction succeed, in blocks one by one up to now', async () => {
    const head = Number(await chain.head())
    expect(head).toBe(300 + chain.contracts.length)
    const times: number[] = []
    for (let number = 1; number <= head; number++) {
      const block = (await chain.rpc.request('eth_getBlockByNumber', [
        `0x${number.toString(16)}`,
        false,
      ])) as {
        timestamp: `0x${string}`
        transactions: string[]
      }
      times.push(hexToNumber(block.timestamp))
      for (const hash of block.transactions) {
        const receipt = (await chain.rpc.request('eth_getTransactionReceipt', [hash])) as { status: string }
        expect(receipt.status).toBe('0x1')
      }
    }
    const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(new Set(steps)).toEqual(new Set([blockSeconds]))
  })

  test('has events with two arguments of one name that decode', () => {
    const { abi } = chain.contract('oddities')
    const events = abi.filter((item): item is AbiEvent => item.type === 'event')
    const decoder = createDecoder(events)
    const twins = logsOf('oddities')
      .map((log) => decoder.decode(log))
      .filter((one) => one?.name === 'Twins')
    expect(twins.length).toBeGreaterThan(0)
    for (const one of twins)
      expect(one?.args.map(({ name }) => name)).toEqual(['party', 'party', 'value', 'value'])
  })

  test('comes from many people, some of them often', () => {
    const payers = logsOf('harbour').flatMap(({ topics }) => topics.slice(1))
    const counts = new Map<string, number>()
    for (const payer of payers) counts.set(payer, (counts.get(payer) ?? 0) + 1)
    expect(counts.size).toBeGreaterThan(150)
    expect(Math.max(...counts.values())).toBeGreaterThan((20 * (payers.length / counts.size)) / 4)
  })

  test('has every event of every contract, and each log fits its ABI', () => {
    const silent: string[] = []
    for (const { key, abi } of chain.contracts) {
      const events = abi.filter((item): item is AbiEvent => item.type === 'event' && !item.anonymous)
      const selectors = new Map(events.map((event) => [toEventSelector(event), event]))
      const seen = new Set<string>()
      for (const { topics, data } of logsOf(key)) {
        const event = selectors.get(topics[0]!)
        if (!event) continue
        seen.add(topics[0]!)
        decodeEventLog({ abi: [event], topics: topics as [`0x${string}`], data, strict: true })
      }
      for (const [selector, { name }] of selectors) if (!seen.has(selector)) silent.push(`${key}: ${name}`)
    }
    expect(silent).toEqual([])
  })

  test('has anonymous logs: without a topic, with one, and with four that are none of an event', () => {
    const named = new Set(
      chain
        .contract('registry')
        .abi.filter((item): item is AbiEvent => item.type === 'event' && !item.anonymous)
        .map((event) => toEventSelector(event)),
    )
    const anonymous = logsOf('registry').filter(({ topics }) => !topics[0] || !named.has(topics[0]))
    expect(new Set(anonymous.map(({ topics }) => topics.length))).toEqual(new Set([0, 1, 4]))
  })

  test('hashes indexed strings, bytes and structs as createTestLogs does', () => {
    const { abi } = chain.contract('registry')
    /** The values that the contract emits beside the hashes of the same values. */
    const copies: Readonly<Record<string, string>> = {
      name: 'plainName',
      key: 'key_',
      kind: 'kind_',
      parcels: 'plainParcels',
    }
    const hashed = abi.filter(
      (item): item is AbiEvent => item.type === 'event' && item.inputs.some(({ name }) => copies[name!]),
    )
    const compared = new Set<string>()
    for (const { topics, data } of logsOf('registry')) {
      const event = hashed.find((one) => toEventSelector(one) === topics[0])
      if (!event?.inputs.some(({ name, indexed }) => indexed && copies[name!])) continue
      const decoded = decodeEventLog({ abi: [event], topics: topics as [`0x${string}`], data })
      const args = decoded.args as unknown as Readonly<Record<string, unknown>>
      const plain = event.inputs.map(({ name }) => [name, args[copies[name!] ?? name!]])
      const [log] = createTestLogs(event, [Object.fromEntries(plain)] as never)
      expect({ topics: log!.topics, data: log!.data }).toEqual({ topics, data })
      compared.add(event.name)
    }
    expect(compared).toEqual(new Set(['NameRegistered', 'RecordChanged', 'Manifest']))
  })
})
