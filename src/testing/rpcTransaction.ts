import type { WireLog } from './TestChain.ts'

/** A transaction and its receipt in one object: each reply has the fields of both. */
export function toRpcTransaction(first: WireLog, logs: readonly WireLog[]) {
  const { transactionHash, blockHash, blockNumber, transactionIndex, address } = first
  return {
    ...{ hash: transactionHash, transactionHash, blockHash, blockNumber, transactionIndex },
    ...{ from: `0x${'f0'.repeat(20)}`, to: address, contractAddress: null },
    ...{ value: '0x0', input: '0x', nonce: '0x0', gas: '0x186a0', gasPrice: '0x3b9aca00' },
    ...{ status: '0x1', gasUsed: '0xc350', effectiveGasPrice: '0x3b9aca00', logs },
  }
}
