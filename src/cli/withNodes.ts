import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type Client } from 'viem'
import { ArchiveError } from '../errors/ArchiveError.ts'
import { findTopic0Error } from '../errors/BaseError.ts'
import { defineNetwork } from '../logs/archive/defineNetwork.ts'
import { createLogCache } from '../logs/cache/createLogCache.ts'
import type { LogCache } from '../logs/cache/LogCache.ts'
import { serveArchive, type ArchiveServer } from '../node/archive/serveArchive.ts'
import { fileBudget } from '../node/fileBudget.ts'
import { fileStorage } from '../node/fileStorage.ts'
import { DailyBudget } from '../rpc/DailyBudget.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import { nodePool } from '../rpc/pool/nodePool.ts'
import type { InnerPoolOptions } from '../rpc/pool/PoolOptions.ts'
import { nameArchive } from './nodeWarnings.ts'
import { isArchiveUrl } from './options/readFlags.ts'
import type { NodesOptions } from './options/readNodes.ts'
import { UsageError } from './options/UsageError.ts'
import { resolveNetwork } from './resolveNetwork.ts'
import { RunBudget } from './RunBudget.ts'

/** Bytes of cached logs to keep in memory, as the folder has all of them. */
const cachedInMemory = 32 * 1024 * 1024

/** The nodes of a command line. */
export interface Nodes {
  readonly client: Client
  readonly cache: LogCache | undefined
  /** JSON-RPC calls sent by this command. */
  readonly calls: () => number
}

/**
 * Runs the part of a command that reads nodes, within its limits, and then closes them.
 *
 * @throws {@link CallLimitError} if `--max-calls` is reached.
 */
export async function withNodes<result>(
  options: NodesOptions,
  signal: AbortSignal,
  run: (nodes: Nodes) => Promise<result>,
): Promise<result> {
  const { cache: folder, maxCalls } = options
  const storage = folder === undefined ? null : fileBudget(folder)
  const { network: given, calls } = await resolveNetwork(options, signal)
  const archive = await openArchive(options.archive)
  const network = defineNetwork(given, {
    ...given,
    archive: archive && { url: archive.manifest, publicKey: options.publicKey },
  })
  const daily = new DailyBudget({ network, quota: network.dailyQuota, storage, channel: null })
  const budget = new RunBudget(daily, network.name, maxCalls)
  const poolOptions: InnerPoolOptions = { storage, budget }
  const client = createClient({ chain: network, transport: nodePool(network, poolOptions) })
  const pool = getPool(client)
  const cache =
    folder === undefined
      ? undefined
      : createLogCache({ storage: fileStorage(folder), maxBytes: cachedInMemory })
  try {
    budget.spend(calls, { force: true })
    return await run({ client, cache, calls: () => budget.calls })
  } catch (error) {
    const known = findTopic0Error(error)
    throw known instanceof ArchiveError ? nameArchive(known, options.archive) : error
  } finally {
    await cache?.close()
    pool.close()
    await archive?.close?.()
  }
}

async function openArchive(
  text: string | undefined,
): Promise<{ manifest: string; close?: ArchiveServer['close'] } | undefined> {
  if (text === undefined) return undefined
  if (isArchiveUrl(text)) return { manifest: text }
  await checkArchive(text)
  return serveArchive(text)
}

/** @throws {@link UsageError} unless the folder has an archive. */
export async function checkArchive(folder: string): Promise<void> {
  if (isArchiveUrl(folder))
    throw new UsageError(`${folder} is a URL: only verify and logs --archive read one. Name a folder.`)
  const found = await stat(join(folder, 'manifest.json')).catch(() => undefined)
  if (!found?.isFile())
    throw new UsageError(`There is no archive in ${folder}: it has no manifest.json. Build one first.`)
}
