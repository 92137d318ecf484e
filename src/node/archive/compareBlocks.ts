import type { Client } from 'viem'
import {
  blocksOf,
  filterOf,
  type ArchiveFile,
  type ArchiveManifest,
} from '../../logs/archive/ArchiveManifest.ts'
import type { BlockInterval } from '../../logs/Coverage.ts'
import { parseLogQuery } from '../../logs/filter/parseLogQuery.ts'
import type { RawLog } from '../../logs/Log.ts'
import { contentOf, logId } from '../../logs/order.ts'
import { scanFinal } from '../../logs/scan/scanFinal.ts'
import { getPool } from '../../rpc/pool/getPool.ts'

/** Blocks per comparison: few enough for any node to read in one call. */
const sampleBlocks = 100

/** Ranges of blocks that are spread over a file, without overlap. */
export function samplesOf(file: ArchiveFile, count: number): readonly BlockInterval[] {
  const { from, to } = blocksOf(file)
  const span = Number(to - from) + 1
  const length = Math.min(count, span)
  const size = Math.min(sampleBlocks, Math.floor(span / length))
  return Array.from({ length }, (_, at) => {
    const end = from + BigInt(Math.floor((span * (at + 1)) / length))
    return { from: end - BigInt(size), to: end - 1n }
  })
}

/** Compares the logs that an archive has in some blocks with those of the nodes (`eth_getLogs`). Resolves to the problems. */
export async function compareBlocks(
  client: Client,
  {
    held,
    blocks: { from, to },
    manifest,
    signal,
  }: {
    held: readonly RawLog[]
    blocks: BlockInterval
    manifest: ArchiveManifest
    signal: AbortSignal | undefined
  },
): Promise<readonly string[]> {
  const { address = null, topics } = filterOf(manifest)
  const query = parseLogQuery({ address, topics, fromBlock: from, toBlock: to })
  const read = new Map<string, string>()
  for await (const event of scanFinal(withoutArchive(client), query, { signal })) {
    if (event.type === 'failed') throw event.error
    if (event.type === 'logs') for (const log of event.logs) read.set(logId(log), contentOf(log))
  }
  const missing = read.size - held.filter((log) => read.has(logId(log))).length
  const other = held.filter((log) => read.get(logId(log)) !== contentOf(log)).length
  return [
    ...(missing > 0 ? [`Logs missing in blocks ${from} to ${to}: ${missing}.`] : []),
    ...(other > 0 ? [`Logs that differ from those of the nodes in blocks ${from} to ${to}: ${other}.`] : []),
  ]
}

/** The same client without its archive, which must not be compared with itself. */
function withoutArchive(client: Client): Client {
  const pool = getPool(client)
  const network = { ...pool.network, archive: undefined }
  return { ...client, transport: { ...client.transport, pool: { ...pool, network } } }
}
