import { toEventSignature, type Abi, type AbiEvent } from 'viem'
import { describe, expect, test } from 'vitest'
import { readArtifact } from '../../demo/contracts.mjs'

const decodingEvents = (name: string) => eventsIn(readArtifact(name).abi)
const eventsIn = (abi: Abi) => abi.filter((item): item is AbiEvent => item.type === 'event')
const signatures = (name: string) => decodingEvents(name).map((event) => toEventSignature(event))
const eventOf = (contract: string, name: string) =>
  decodingEvents(contract).find((event) => event.name === name)!

describe('the contracts of the demo', () => {
  test.each([
    ['Token', ['Transfer(address,address,uint256)', 'Approval(address,address,uint256)']],
    [
      'Collectible',
      [
        'Transfer(address,address,uint256)',
        'Approval(address,address,uint256)',
        'ApprovalForAll(address,address,bool)',
      ],
    ],
    [
      'Items',
      [
        'TransferSingle(address,address,address,uint256,uint256)',
        'TransferBatch(address,address,address,uint256[],uint256[])',
        'ApprovalForAll(address,address,bool)',
        'URI(string,uint256)',
      ],
    ],
    ['Exchange', ['Swap(address,address,int256,int256,uint160,uint128,int24)']],
  ])('%s has the events of its standard', (name, expected) => {
    expect(signatures(name)).toEqual(expect.arrayContaining(expected))
  })

  test('the ERC-721 indexes the token, and the ERC-20 does not index the value', () => {
    const indexed = (contract: string) => eventOf(contract, 'Transfer').inputs.map((input) => input.indexed)
    expect(indexed('Collectible')).toEqual([true, true, true])
    expect(indexed('Token')).toEqual([true, true, false])
  })

  test('the Swap carries signed values that are not indexed', () => {
    const signed = eventOf('Exchange', 'Swap').inputs.filter(
      ({ type, indexed }) => type.startsWith('int') && !indexed,
    )
    expect(signed.map(({ name, type }) => `${type} ${name}`)).toEqual([
      'int256 amount0',
      'int256 amount1',
      'int24 tick',
    ])
  })

  test('the Registry has every shape of argument', () => {
    const events = decodingEvents('Registry')
    const inputs = events.flatMap((event) => event.inputs)
    expect(
      events
        .filter(({ anonymous }) => anonymous)
        .map(({ inputs }) => inputs.filter(({ indexed }) => indexed).length),
    ).toEqual(expect.arrayContaining([0, 1, 4]))
    expect(events.filter(({ name }) => name === 'Renewed')).toHaveLength(2)
    expect(inputs.filter(({ indexed }) => indexed).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['string', 'bytes', 'tuple[]']),
    )
    expect(inputs.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['tuple', 'address[]', 'uint256[2][]', 'int128[]']),
    )
  })

  test('the Oddities have unnamed, repeated and treacherous names', () => {
    const names = (event: string) => eventOf('Oddities', event).inputs.map(({ name }) => name)
    expect(names('Unnamed')).toEqual(['', '', '', '', ''])
    expect(names('Twins')).toEqual(['party', 'party', 'value', 'value'])
    expect(names('Prototype')).toContain('__proto__')
  })
})
