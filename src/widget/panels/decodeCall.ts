import {
  toFunctionSelector,
  toFunctionSignature,
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type Hex,
} from 'viem'
import type { DecodedCall } from '../../components/LogDetails/searchStates.ts'
import { decodeParameters } from '../../logs/decode/decodeParameters.ts'
import type { LogTransaction, TransactionReplay } from '../../logs/lookup/LogTransaction.ts'
import type { ContractAbi } from '../session/explorerContracts.ts'

// Longer input is not decoded, and longer values are truncated: both may be hostile.
const maxInput = 100_000
const maxText = 400

/** The errors of Solidity itself. */
const solidity: ContractAbi = {
  abi: [
    { type: 'error', name: 'Error', inputs: [{ name: '', type: 'string' }] },
    { type: 'error', name: 'Panic', inputs: [{ name: '', type: 'uint256' }] },
  ],
}

/** The function that a transaction calls: by the ABI of its contract, else by any ABI that has its selector. */
export function decodeCall(
  { to, input }: Pick<LogTransaction, 'to' | 'input'>,
  abis: readonly ContractAbi[],
): DecodedCall | undefined {
  if (!to) return undefined
  const own = abis.filter(({ address }) => address?.toLowerCase() === to)
  return decode('function', input, [...own, ...abis])
}

/** The error that a transaction was reverted with. Any contract called on the way may have thrown it. */
export function decodeRevert(
  replay: TransactionReplay | undefined,
  abis: readonly ContractAbi[],
): DecodedCall | undefined {
  return replay?.status === 'reverted' && replay.data
    ? decode('error', replay.data, [solidity, ...abis])
    : undefined
}

function decode(
  type: 'function' | 'error',
  data: Hex,
  abis: readonly ContractAbi[],
): DecodedCall | undefined {
  if (data.length < 10 || data.length > maxInput) return undefined
  const selector = data.slice(0, 10)
  for (const { abi = [] } of abis)
    for (const item of abi as Abi) {
      if (item.type !== type) continue
      const { name, inputs } = item
      const signed: AbiFunction = { type: 'function', name, inputs, outputs: [], stateMutability: 'view' }
      if (toFunctionSelector(signed) !== selector) continue
      const args = decodeParameters(inputs, `0x${data.slice(10)}`)
      if (args) return { name, signature: toFunctionSignature(signed), args: named(inputs, args) }
    }
  return undefined
}

const named = (inputs: readonly AbiParameter[], args: readonly unknown[]) =>
  args.map((value, position) => ({ name: inputs[position]?.name ?? '', value: shownValue(value) }))

function shownValue(value: unknown): string | bigint {
  if (typeof value === 'bigint' || typeof value === 'number') return BigInt(value)
  const text =
    typeof value === 'string'
      ? value
      : JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? one.toString() : one))
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text
}
