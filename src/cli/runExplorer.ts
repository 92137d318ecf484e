import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeError } from '../errors/NodeError.ts'
import { untilAborted } from '../logs/untilAborted.ts'
import { fileBudget } from '../node/fileBudget.ts'
import { DailyBudget } from '../rpc/DailyBudget.ts'
import { ExplorerServer } from './ExplorerServer.ts'
import { openBrowser } from './openBrowser.ts'
import type { ExplorerCommandOptions } from './options/parseExplorerOptions.ts'
import { hasNodes } from './options/readNodes.ts'
import { NoLocalNodeError } from './outcome.ts'
import { formatCount } from './Progress.ts'
import { resolveNetwork } from './resolveNetwork.ts'
import { writeStdout } from './writeStdout.ts'

/** Where anvil, Hardhat and geth listen. */
const localNode = 'http://127.0.0.1:8545'
/** Milliseconds between two polls of a local node, which costs nothing. */
const localPolling = 1_000

/**
 * `topic0`: serves the explorer until the signal fires. Code that reads ABIs and links is loaded on demand, because it needs
 * viem, which takes longest to load.
 */
export async function runExplorer(options: ExplorerCommandOptions, signal: AbortSignal): Promise<never> {
  const { abi, query } = options
  const fragment = query === undefined ? '' : (await import('./options/readFragment.ts')).readFragment(query)
  const onError = ({ message }: Error) =>
    void process.stderr.write(`${message} Events are decoded as before until it can be read.\n`)
  const abis =
    abi.length > 0 ? await (await import('./AbiFeed.ts')).AbiFeed.open(abi, { onError }) : undefined
  const storage = options.cache === undefined ? null : fileBudget(options.cache)
  const { network, calls } = await findNetwork(options, signal)
  const { id, name, http, dailyQuota } = network
  const budget = new DailyBudget({ network, quota: dailyQuota, storage, channel: null })
  budget.spend(calls, { force: true })
  const served = await ExplorerServer.start({
    endpoints: http,
    budget,
    folder: dirname(dirname(fileURLToPath(import.meta.url))),
    port: options.port,
    settings: { chainId: id, name, pollingInterval: http.every(isLocal) ? localPolling : undefined },
    abis,
  })
  const url = `${served.url}${fragment}`
  const hosts = http.map((endpoint) => new URL(endpoint).host).join(', ')
  const { quota, remaining = 0 } = budget.getStatus()
  const left =
    quota === undefined ? '' : ` ${formatCount(remaining)} of ${formatCount(quota)} calls left today.`
  process.stderr.write(`Logs of ${name}, chain id ${id}, from ${hosts}.${left} Press Ctrl-C to stop.\n`)
  await writeStdout(Buffer.from(`${url}\n`), signal)
  if (options.open && !(await openBrowser(url)))
    process.stderr.write('No browser could be opened: open the address above.\n')
  // Nothing needs to be closed: the process ends.
  return untilAborted(new Promise<never>(() => {}), signal)
}

async function findNetwork(
  options: ExplorerCommandOptions,
  signal: AbortSignal,
): ReturnType<typeof resolveNetwork> {
  if (hasNodes(options)) return resolveNetwork(options, signal)
  try {
    return await resolveNetwork({ ...options, rpc: [localNode] }, signal)
  } catch (error) {
    throw error instanceof NodeError ? new NoLocalNodeError(localNode, { cause: error }) : error
  }
}

function isLocal(url: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(new URL(url).hostname)
}
