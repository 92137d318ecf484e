import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { decodeCall } from '../../../src/widget/panels/decodeCall.ts'
import type { ContractAbi } from '../../../src/widget/session/explorerContracts.ts'

const to = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const receiver = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const input = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, 12n] })
const abis: readonly ContractAbi[] = [{ address: to, abi: erc20Abi }]

test('a call is named by the function that its input selects', () => {
  expect(decodeCall({ to, input }, abis)).toEqual({
    name: 'transfer',
    signature: 'transfer(address,uint256)',
    args: [
      { name: expect.any(String), value: receiver },
      { name: 'amount', value: 12n },
    ],
  })
})

test('a call that no ABI has, or whose input does not fit, is not decoded', () => {
  expect(decodeCall({ to, input: '0x12345678' }, abis)).toBeUndefined()
  expect(decodeCall({ to, input: input.slice(0, -2) as `0x${string}` }, abis)).toBeUndefined()
  expect(decodeCall({ to: undefined, input }, abis)).toBeUndefined()
})
