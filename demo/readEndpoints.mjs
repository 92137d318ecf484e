import { createClient, http, webSocket } from 'viem'
import { getChainId } from 'viem/actions'
import * as chains from 'viem/chains'

const timeout = 10_000

/** Reads the chain id of each endpoint (`eth_chainId`), and groups the endpoints into networks for the page. */
export async function readEndpoints(urls) {
  const ids = await Promise.all(urls.map(readChainId))
  return [...new Set(ids)].map((chainId) => {
    const own = urls.filter((_, index) => ids[index] === chainId)
    const known = Object.values(chains).find(({ id }) => id === chainId)
    return {
      chainId,
      name: known?.name ?? `Chain ${chainId}`,
      currency: known?.nativeCurrency ?? { name: 'Ether', symbol: 'ETH', decimals: 18 },
      http: own.filter((url) => /^https?:/i.test(url)),
      webSocket: own.find((url) => /^wss?:/i.test(url)),
      finality: undefined,
    }
  })
}

async function readChainId(url) {
  const socket = /^wss?:/i.test(url)
  const options = { timeout, retryCount: 0 }
  const transport = socket
    ? webSocket(url, { ...options, reconnect: false, keepAlive: false })
    : http(url, options)
  const client = createClient({ transport })
  let late
  try {
    return await Promise.race([
      getChainId(client),
      new Promise((_, reject) => {
        late = setTimeout(() => reject(new Error(`It did not answer within ${timeout / 1000} s.`)), timeout)
      }),
    ])
  } catch (error) {
    // The rest of the URL may contain a key: only the host is shown.
    const reason = (error.details ?? error.shortMessage ?? error.message ?? '').replaceAll(
      url,
      new URL(url).host,
    )
    throw new Error(
      `The endpoint at ${new URL(url).host} did not report its chain id (eth_chainId). ${reason}\nCheck the address, and that the node is up and speaks JSON-RPC.`,
      { cause: error },
    )
  } finally {
    clearTimeout(late)
    if (socket) {
      const connection = await client.transport.getRpcClient?.().catch(() => undefined)
      connection?.close()
    }
  }
}
