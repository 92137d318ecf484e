import fc from 'fast-check'
import { decodeEventLog, encodeAbiParameters, keccak256, parseAbiItem, sliceHex, type AbiEvent } from 'viem'
import { describe, expect, test } from 'vitest'
import { createTestLogs } from '../../src/testing.ts'
import '../support/properties.ts'

const alice = '0x00000000000000000000000000000000000A11cE'
const bob = '0x0000000000000000000000000000000000000B0b'
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const note = parseAbiItem(
  'event Note(string indexed topic, (uint8 kind, bytes body)[] parts, int64 indexed at)',
)
const pair = parseAbiItem('event Pair(address indexed, uint256)')

describe('createTestLogs', () => {
  test('writes topics and data that viem reads', () => {
    const [log] = createTestLogs(transfer, [{ from: alice, to: bob, value: 5n }], {
      address: bob,
      fromBlock: 150n,
    })
    expect(log).toMatchObject({
      address: bob,
      blockNumber: 150n,
      logIndex: 0,
      removed: false,
      eventName: 'Transfer',
    })
    expect(decodeEventLog({ abi: [transfer], ...log! }).args).toEqual({ from: alice, to: bob, value: 5n })
    expect(log!.args.value).toBe(5n)
  })

  test('hashes indexed strings, encodes tuples, and takes unnamed arguments in order', () => {
    const parts = [{ kind: 3, body: '0x1234' }] as const
    const [log] = createTestLogs(note, [{ topic: 'rent', parts, at: -7n }])
    const { args } = decodeEventLog({ abi: [note], ...log! })
    expect(args).toMatchObject({ parts, at: -7n })
    expect(args.topic).toMatch(/^0x[\da-f]{64}$/)
    const [unnamed] = createTestLogs(pair, [[alice, 9n]])
    expect(decodeEventLog({ abi: [pair], ...unnamed! }).args).toEqual([alice, 9n])
  })

  test('hashes indexed lists of words without their lengths', () => {
    const lists = fc.array(
      fc.array(fc.tuple(fc.bigInt(0n, 2n ** 64n), fc.boolean()), { minLength: 2, maxLength: 2 }),
    )
    const event = {
      type: 'event',
      name: 'Listed',
      inputs: [
        {
          name: 'rows',
          type: 'tuple[2][]',
          indexed: true,
          components: [
            { name: 'amount', type: 'uint256' },
            { name: 'paid', type: 'bool' },
          ],
        },
      ],
    } as const
    fc.assert(
      fc.property(lists, (list) => {
        const rows = list.map((row) => row.map(([amount, paid]) => ({ amount, paid })))
        const [log] = createTestLogs(event as AbiEvent, [{ rows }] as never)
        // Without the offset and the length, words are encoded as in data.
        const encoded = encodeAbiParameters(event.inputs, [rows] as never)
        expect(log!.topics[1]).toBe(keccak256(list.length === 0 ? '0x' : sliceHex(encoded, 64)))
      }),
    )
  })

  test('writes no topic of an anonymous event itself, and refuses values that do not fit', () => {
    const whisper = {
      ...parseAbiItem('event Whisper(address indexed from, uint256 note)'),
      anonymous: true,
    } as AbiEvent
    const [log] = createTestLogs(whisper, [{ from: bob, note: 3n }] as never)
    expect(log!.topics).toEqual([`0x${'0'.repeat(24)}${bob.slice(2).toLowerCase()}`])
    const grid = parseAbiItem('event Grid(uint8[2] indexed cells)')
    expect(() => createTestLogs(grid, [{ cells: [1] as never }])).toThrow(/length/i)
  })

  test('puts each log in the next block, or several in one', () => {
    const args = [1n, 2n, 3n].map((value) => ({ from: alice, to: bob, value }) as const)
    const placesOf = (logs: ReturnType<typeof createTestLogs<typeof transfer>>) =>
      logs.map(({ blockNumber, logIndex }) => [blockNumber, logIndex])
    expect(placesOf(createTestLogs(transfer, args, { fromBlock: 8n }))).toEqual([
      [8n, 0],
      [9n, 0],
      [10n, 0],
    ])
    const two = createTestLogs(transfer, args, { fromBlock: 8n, logsPerBlock: 2 })
    expect(placesOf(two)).toEqual([
      [8n, 0],
      [8n, 1],
      [9n, 0],
    ])
    expect(two[0]!.blockHash).toBe(two[1]!.blockHash)
    expect(two[0]!.transactionHash).not.toBe(two[1]!.transactionHash)
  })

  test('names a missing argument', () => {
    expect(() => createTestLogs(transfer, [{ from: alice, value: 1n } as never]))
      .toThrowErrorMatchingInlineSnapshot(`
      [Topic0Error: Log 0 of Transfer has no "to".
      Pass createTestLogs a value for every input of the event.]
    `)
  })
})
