import { encodeFunctionData, numberToHex } from 'viem'
import { deployContracts } from './contracts.mjs'
import { tellStory } from './story.mjs'

/** Seconds between two blocks of the history. */
export const blockSeconds = 12
const gwei = 1_000_000_000

/** The flags of anvil that {@link prepareChain} needs. */
export function anvilFlags({ chainId, blocks, states = false }) {
  const past = Math.floor(Date.now() / 1000) - (blocks + 10) * blockSeconds
  return [
    `--chain-id=${chainId}`,
    `--timestamp=${past}`,
    '--no-mining',
    '--hardfork=cancun',
    // Blocks are cheap without old states; the newest replay failed transactions. All blocks, receipts and logs are kept.
    ...(states ? [] : ['--prune-history=128']),
    '--gas-limit=1000000000',
    '--base-fee=1000000000',
    '--no-request-size-limit',
  ]
}

/** Encodes a call of a story as a transaction. */
export function toTransaction(contracts, { contract, action, seed, count }) {
  const { address, abi } = contracts.find(({ key }) => key === contract)
  const data = encodeFunctionData({ abi, functionName: action, args: [BigInt(seed), BigInt(count)] })
  return { to: address, data, gas: numberToHex(60_000_000) }
}

/** Deploys the contracts and mines a history of `blocks` blocks that ends now. */
export async function prepareChain(rpc, { seed, blocks, onProgress = () => {} }) {
  await rpc.request('anvil_setBlockTimestampInterval', [blockSeconds])
  const contracts = await deployContracts(rpc)
  const accounts = await rpc.request('eth_accounts')
  const nonces = new Map(accounts.map((account) => [account, 0]))
  nonces.set(accounts[0], contracts.length)

  const pending = []
  /** Sends without waiting: calls arrive in order, and `settle` reports failures. */
  const push = (method, params) => pending.push(rpc.request(method, params))
  const settle = async (done) => {
    await Promise.all(pending.splice(0))
    onProgress({ done, blocks })
  }

  let mined = 0
  let sender = 0
  let transactions = 0
  for (const { block, calls } of tellStory({ seed, blocks })) {
    if (block > mined) push('anvil_mine', [numberToHex(block - mined)])
    calls.forEach((call, index) => {
      // Each transaction of a block pays less than the one before, so that they keep their order.
      const gasPrice = numberToHex(4 * gwei - index)
      const from = accounts[sender++ % accounts.length]
      const nonce = nonces.get(from)
      nonces.set(from, nonce + 1)
      const transaction = { from, nonce: numberToHex(nonce), gasPrice, ...toTransaction(contracts, call) }
      push('eth_sendTransaction', [transaction])
      transactions++
    })
    push('anvil_mine', ['0x1'])
    mined = block + 1
    if (pending.length >= 200) await settle(mined)
  }
  if (mined < blocks) push('anvil_mine', [numberToHex(blocks - mined)])
  push('anvil_removeBlockTimestampInterval', [])
  push('anvil_setTime', [Math.floor(Date.now() / 1000)])
  await settle(blocks)
  return { contracts, transactions }
}
