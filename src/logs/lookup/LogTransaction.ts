import type { Address, Hash, Hex } from 'viem'
import { NodeError, type NodeErrorKind } from '../../errors/NodeError.ts'
import { readQuantity } from '../../rpc/parseQuantity.ts'
import { parseRpcLog } from '../../rpc/parseRpcLog.ts'
import type { RawLog } from '../Log.ts'

/** A mined transaction with its receipt. */
export interface LogTransaction {
  readonly hash: Hash
  /** `undefined` on chains without a status in receipts, before Byzantium. */
  readonly status: 'success' | 'reverted' | undefined
  readonly from: Address
  /** `undefined` for one that creates a contract. */
  readonly to: Address | undefined
  /** The contract it created. */
  readonly contractAddress: Address | undefined
  /** In wei. */
  readonly value: bigint
  readonly input: Hex
  readonly nonce: number
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  /** In wei per gas; `undefined` if the node does not report it. */
  readonly gasPrice: bigint | undefined
  readonly blockNumber: bigint
  readonly blockHash: Hash
  readonly transactionIndex: number
  /** All of its logs, in order. */
  readonly logs: readonly RawLog[]
  /** Why it was reverted, as far as a replay shows; `undefined` unless it was. */
  readonly replay: TransactionReplay | undefined
}

/**
 * A reverted transaction, called again on the state before its block. The transactions before it in that block are missing,
 * so the outcome may differ.
 *
 * - `reverted`: with this data (`0x` for none, `undefined` if the node sent none) and message
 * - `success`: it does not revert there
 * - `error`: no endpoint could replay it, for example because none keeps the state of that block
 */
export type TransactionReplay =
  | {
      readonly status: 'reverted'
      /** An error of the ABI, encoded: decode it with viem's `decodeErrorResult`. */
      readonly data: Hex | undefined
      /** The node's words. Untrusted: they include the contract's. */
      readonly message: string | undefined
    }
  | { readonly status: 'success' }
  | { readonly status: 'error'; readonly kind: NodeErrorKind | undefined; readonly message: string }

/** The JSON of the replies, which a query cache can dehydrate. */
export interface TransactionReplies {
  readonly transaction: Readonly<Record<string, unknown>>
  readonly receipt: Readonly<Record<string, unknown>>
  readonly replay?: TransactionReplay | undefined
}

const method = 'eth_getTransactionReceipt'

/** @throws {@link NodeError} of kind `malformed` if they are not a transaction and its own receipt. */
export function parseTransaction({ transaction, receipt, replay }: TransactionReplies): LogTransaction {
  const logs = Array.isArray(receipt['logs']) ? (receipt['logs'] as unknown[]).map(parseRpcLog) : [undefined]
  const from = address(transaction['from'])
  const hash = word(transaction['hash'])
  const blockHash = word(receipt['blockHash'])
  const { input } = transaction
  if (!from || !hash || !blockHash || !isHex(input) || logs.includes(undefined))
    throw malformedTransaction('something that is not a transaction')
  if (word(receipt['transactionHash']) !== hash)
    throw malformedTransaction('the receipt of another transaction')
  const status = readQuantity(receipt['status'])
  const price = receipt['effectiveGasPrice'] ?? transaction['gasPrice']
  return {
    hash,
    status: status === undefined ? undefined : status === 1n ? 'success' : 'reverted',
    from,
    to: address(transaction['to']),
    contractAddress: address(receipt['contractAddress']),
    value: quantity(transaction['value']),
    input,
    nonce: Number(quantity(transaction['nonce'])),
    gasLimit: quantity(transaction['gas']),
    gasUsed: quantity(receipt['gasUsed']),
    gasPrice: price === undefined || price === null ? undefined : quantity(price),
    blockNumber: quantity(receipt['blockNumber']),
    blockHash,
    transactionIndex: Number(quantity(receipt['transactionIndex'])),
    logs: logs.filter((log) => log !== undefined),
    replay,
  }
}

export function malformedTransaction(what: string): NodeError {
  return new NodeError(`A node answered ${method} with ${what}.`, {
    kind: 'malformed',
    method,
    advice: 'Use another endpoint.',
  })
}

/** Whole bytes. */
export function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
}

function address(value: unknown): Address | undefined {
  return isHex(value) && value.length === 42 ? (value.toLowerCase() as Address) : undefined
}

function word(value: unknown): Hash | undefined {
  return isHex(value) && value.length === 66 ? (value.toLowerCase() as Hash) : undefined
}

/** A JSON-RPC quantity of up to 32 bytes: no number of a chain is larger. */
function quantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  throw malformedTransaction('an invalid number')
}
