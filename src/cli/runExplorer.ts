import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeError } from '../errors/NodeError.ts'
import { untilAborted } from '../logs/rejectOnAbort.ts'
import { version } from '../logs/version.ts'
import { fileBudget } from '../node/fileBudget.ts'
import { createBudget } from '../rpc/createBudget.ts'
import type { Network } from '../rpc/networks/defineNetwork.ts'
import { createAbiFeed } from './createAbiFeed.ts'
import { openBrowser } from './openBrowser.ts'
import { mainHelp } from './options/help.ts'
import { parseExplorerOptions } from './options/parseExplorerOptions.ts'
import type { ExplorerCommandOptions } from './options/parseExplorerOptions.ts'
import { hasNodes } from './options/readNodes.ts'
import { exitCodes, NoLocalNodeError } from './outcome.ts'
import type { ExitCode } from './outcome.ts'
import { resolveNetwork } from './resolveNetwork.ts'
import { serveExplorer } from './serveExplorer.ts'
import { writeStdout } from './writeStdout.ts'

/** Where anvil, Hardhat and geth listen. */
const localNode = 'http://127.0.0.1:8545'
/** Milliseconds between two polls of a local node, which costs nothing. */
const localPolling = 1_000

/** `topic0`: serves the explorer until the signal fires. Resolves to an exit code for `--help` and `--version`. */
export async function runExplorer(args: readonly string[], signal: AbortSignal): Promise<ExitCode> {
  const options = parseExplorerOptions(args)
  if (options === 'help' || options === 'version') {
    await writeStdout(Buffer.from(options === 'help' ? mainHelp : `${version}\n`), signal)
    return exitCodes.complete
  }
  const abis = options.abi.length > 0 ? await createAbiFeed(options.abi) : undefined
  const storage = options.cache === undefined ? null : fileBudget(options.cache)
  const network = await findNetwork(options, signal)
  const { id, name, http, dailyQuota } = network
  const served = await serveExplorer({
    endpoints: http,
    budget: createBudget({ network, quota: dailyQuota, storage, channel: null }),
    folder: dirname(dirname(fileURLToPath(import.meta.url))),
    port: options.port,
    settings: { chainId: id, name, pollingInterval: http.every(isLocal) ? localPolling : undefined },
    abis,
  })
  const url = `${served.url}${options.fragment}`
  const hosts = http.map((endpoint) => new URL(endpoint).host).join(', ')
  process.stderr.write(`Logs of ${name}, chain id ${id}, from ${hosts}. Press Ctrl-C to stop.\n`)
  await writeStdout(Buffer.from(`${url}\n`), signal)
  if (options.open && !(await openBrowser(url)))
    process.stderr.write('No browser could be opened: open the address above.\n')
  // The process then ends, so nothing needs to be closed.
  return untilAborted(new Promise<never>(() => {}), signal)
}

async function findNetwork(options: ExplorerCommandOptions, signal: AbortSignal): Promise<Network> {
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
