import type { Client } from 'viem'
import type { ArchiveFile, ArchiveManifest } from '../../logs/archive/ArchiveManifest.ts'
import { ChainChecks } from '../../logs/archive/ChainChecks.ts'
import { getPool } from '../../rpc/pool/getPool.ts'

/**
 * The files whose last blocks are those of the chain (`eth_getBlockByNumber`); adds a problem for each other one.
 *
 * @throws {@link NodeError} if no endpoint answers.
 */
export async function confirmOnChain(
  client: Client,
  manifest: ArchiveManifest,
  problems: string[],
  signal: AbortSignal | undefined,
): Promise<readonly ArchiveFile[]> {
  const pool = getPool(client)
  if (manifest.chainId !== pool.network.id) {
    problems.push(
      `The archive belongs to chain ${manifest.chainId}, but the client reads chain ${pool.network.id}.`,
    )
    return []
  }
  const files = await new ChainChecks({ mustAnswer: true }).confirm(pool, manifest, manifest.files, signal)
  if (!files) problems.push('The archive belongs to another chain: its block 0 has a different hash.')
  for (const { path, toBlock } of manifest.files.filter((file) => files && !files.includes(file)))
    problems.push(`${path}: no node confirms the hash of block ${toBlock}.`)
  return files ?? []
}
