import { encodeFunctionData, formatUnits } from 'viem'
import { deployContracts } from '../demo/contracts.mjs'
import { createRpc } from '../demo/createRpc.mjs'
import { startAnvil } from '../demo/startAnvil.mjs'
import { startNodes } from './startNodes.mjs'

/** Smallest units of the token in one. */
const one = 10n ** 18n
/** Logs of the transaction that a customer asks about. */
const received = 12

/** The chain of a test: a payment went to the wrong account, another was reverted, and a customer got some. @param {string} [url] */
export async function startUserChain(url) {
  const anvil = url === undefined ? await startAnvil() : undefined
  const endpoint = url ?? anvil.http
  const rpc = createRpc(endpoint)
  const contracts = await deployContracts(rpc)
  const [harbour] = contracts
  const [minter, payer, , wrong] = await rpc.request('eth_accounts')

  async function send(from, functionName, args, gas = '0x7a1200') {
    const data = encodeFunctionData({ abi: harbour.abi, functionName, args })
    const transaction = { from, to: harbour.address, data, gas }
    // Hardhat refuses one that reverts, and sends it nevertheless.
    const hash = await rpc
      .request('eth_sendTransaction', [transaction])
      .catch(async () => (await rpc.request('eth_getBlockByNumber', ['latest', false])).transactions[0])
    // anvil has the receipt once the next block is there.
    await rpc.request('evm_mine', [])
    const receipt = await rpc.request('eth_getTransactionReceipt', [hash])
    return { hash, logs: receipt.logs, status: receipt.status }
  }

  await send(minter, 'mint', [payer, 1_000n * one])
  const misdirected = await send(payer, 'transfer', [wrong, (25n * one) / 10n])
  const reverted = await send(wrong, 'transfer', [payer, 50n * one])
  const airdrop = await send(minter, 'airdrop', [7n, BigInt(received)])
  if (misdirected.logs.length !== 1 || reverted.status !== '0x0' || airdrop.logs.length !== received)
    throw new Error('The chain of the test is another one.')
  return {
    endpoint,
    misdirected: { hash: misdirected.hash, to: wrong, value: 25n * 10n ** 17n },
    reverted,
    airdrop: {
      hash: airdrop.hash,
      logs: received,
      value: BigInt(airdrop.logs[0].data),
      amount: formatUnits(BigInt(airdrop.logs[0].data), 18),
    },
    async stop() {
      rpc.close()
      await anvil?.stop()
    },
  }
}

/** A node with so many transfers of one token. @param {number} logs */
export async function startUserMillion(logs) {
  const blocks = Math.ceil(logs / 5)
  const nodes = await startNodes({
    seed: 42,
    profile: 'uniform',
    blocks,
    logs,
    endpoints: 1,
    latency: 20,
    maxBlockRange: 10_000,
  })
  const [endpoint] = nodes.urls
  let sum = 0n
  for (let from = 0; from < blocks; from += 10_000) {
    const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${(from + 9_999).toString(16)}` }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [range] })
    const text = await (await fetch(endpoint, { method: 'POST', body })).text()
    for (const [, data] of text.matchAll(/"data":"(0x[0-9a-f]+)"/g)) sum += BigInt(data)
  }
  return { endpoint, logs, sum, stop: nodes.stop }
}
