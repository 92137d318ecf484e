import { toFunctionSelector, toFunctionSignature } from 'viem'
import type { Abi, AbiFunction, Hex } from 'viem'
import type { DecodedCall } from '../../components/LogDetails/searchStates.ts'
import { decodeParameters } from '../../logs/decode/decodeParameters.ts'
import type { LogTransaction } from '../../logs/lookup/LogTransaction.ts'
import type { ContractAbi } from '../session/explorerContracts.ts'

// Longer input is not decoded, and longer values are truncated: both may be hostile.
const maxInput = 100_000
const maxText = 400

/** The function that a transaction calls: by the ABI of its contract, else by any that has it. */
export function decodeCall(
  { to, input }: Pick<LogTransaction, 'to' | 'input'>,
  abis: readonly ContractAbi[],
): DecodedCall | undefined {
  if (!to || input.length < 10 || input.length > maxInput) return undefined
  const own = abis.filter(({ address }) => address?.toLowerCase() === to)
  for (const { abi } of [...own, ...abis]) {
    const call = abi && decodeWith(abi as Abi, input)
    if (call) return call
  }
  return undefined
}

function decodeWith(abi: Abi, data: Hex): DecodedCall | undefined {
  const selector = data.slice(0, 10)
  const item = abi.find(
    (one): one is AbiFunction => one.type === 'function' && toFunctionSelector(one) === selector,
  )
  const args = item && decodeParameters(item.inputs, `0x${data.slice(10)}`)
  return (
    args && {
      name: item.name,
      signature: toFunctionSignature(item),
      args: args.map((value, position) => ({
        name: item.inputs[position]?.name ?? '',
        value: textOf(value),
      })),
    }
  )
}

function textOf(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? one.toString() : one)).replace(
          /^"(\d+)"$/,
          '$1',
        )
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text
}
