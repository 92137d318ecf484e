import { createClient, type Address } from 'viem'
import { defineNetwork, nodePool, scan, xone } from '../../src/core.ts'

export interface ArchiveRead {
  readonly node: string
  /** @default nodes only */
  readonly archive?: string | undefined
  readonly finality: number
  readonly address?: Address | undefined
}

/** A digest of all logs, and how many of them came from the archive; or what went wrong. */
async function read({ node, archive, finality, address }: ArchiveRead) {
  const url = archive === undefined ? undefined : new URL(archive, location.href).href
  const network = defineNetwork(xone, { http: [node], finality, archive: url })
  // A new client, so that nothing is cached.
  const client = createClient({
    chain: network,
    transport: nodePool(network, { storage: null, channel: null }),
  })
  const lines: string[] = []
  let archived = 0
  ending = new AbortController()
  try {
    for await (const event of scan(
      client,
      { address: address ?? null, fromBlock: 0n, toBlock: 'latest' },
      { signal: ending.signal },
    )) {
      if (event.type === 'failed') throw event.error
      if (event.type !== 'logs') continue
      if (event.source === 'archive') archived += event.logs.length
      for (const log of event.logs)
        lines.push(
          [log.blockNumber, log.logIndex, log.transactionHash, log.address, log.topics, log.data].join(),
        )
    }
  } catch (error) {
    return { error: String(error), digest: '', archived }
  }
  return { error: undefined, digest: await digestOf(lines.sort()), archived }
}

async function digestOf(lines: readonly string[]): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines.join('\n')))
  return new Uint8Array(hash).join()
}

let ending: AbortController | undefined
export type ArchivePage = typeof work
const work = { read, abort: () => ending?.abort() }
Object.assign(globalThis, { work })
