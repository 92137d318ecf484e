import { numberToHex } from 'viem'
import { toTransaction } from './prepareChain.mjs'
import { createCall, createRandom } from './story.mjs'

/** Mines a block every `blockTime` seconds, with a few transactions each. Resolves to a function that stops the transactions. */
export async function startTraffic(rpc, { contracts, seed, blockTime, onError }) {
  const random = createRandom(seed)
  const accounts = await rpc.request('eth_accounts')
  await rpc.request('evm_setIntervalMining', [blockTime])
  let stopped = false
  let timer

  const send = async () => {
    const calls = Array.from({ length: Math.floor(4 * random()) }, () => createCall(random))
    for (const call of calls) {
      const from = accounts[Math.floor(random() * accounts.length)]
      await rpc.request('eth_sendTransaction', [
        { from, gasPrice: numberToHex(4_000_000_000), ...toTransaction(contracts, call) },
      ])
    }
  }
  const sendAndSchedule = async () => {
    try {
      await send()
      if (!stopped) schedule()
    } catch (error) {
      if (!stopped) onError(error)
    }
  }
  const schedule = () => {
    timer = setTimeout(() => void sendAndSchedule(), blockTime * 1000)
  }
  schedule()

  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
