// `npm start`. Until the packages are installed, it may import only Node's modules and files without dependencies.
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ensureDependencies } from '../.ci/setup.mjs'
import { createLifecycle } from './createLifecycle.mjs'
import { parseOptions, usage, UsageError } from './parseOptions.mjs'
import { reservePort } from './reservePort.mjs'

const say = (line) => console.log(line)
const complain = (error) => console.error(`\n${error instanceof Error ? error.message : String(error)}`)

/** Blocks of history, and the seed of history and traffic. */
const blocks = 4000
const seed = 3721
const chainId = 3721
const blockTime = 2
/** Enough for a page that polls every two seconds all day. */
const dailyQuota = 100_000

async function start(options) {
  const lifecycle = createLifecycle({ say, complain })
  try {
    await ensureDependencies()
    const port = await reservePort(options.port, { flag: '--port', what: 'the page', say })
    const demo =
      options.rpc.length > 0 ? await askEndpoints(options.rpc) : await startChain(options, lifecycle)
    const { servePage } = await import('./servePage.mjs')
    const { node, ...page } = demo
    lifecycle.onEnd(
      await servePage({ port, demo: { ...page, ...pageOptions(options) }, abi: options.abi, node }),
    )
    if (lifecycle.ending) return
    for (const network of demo.networks)
      say(`  Network  ${network.name}, chain id ${network.chainId}, at ${hosts(network).join(', ')}`)
    say(`\n  Open     http://127.0.0.1:${port.number}/\n\n  Press Ctrl-C to stop.`)
  } catch (error) {
    await lifecycle.fail(error)
  }
}

const pageOptions = ({ abi, lookup }) => ({ lookup, abis: abi.length > 0 ? '/abis' : undefined })

async function askEndpoints(urls) {
  const { readEndpoints } = await import('./readEndpoints.mjs')
  return { networks: await readEndpoints(urls), contracts: [] }
}

async function startChain(options, lifecycle) {
  const [
    { startAnvil },
    { createRpc },
    { anvilFlags, prepareChain },
    { startTraffic },
    { startHardEndpoints },
    { limitations },
  ] = await Promise.all([
    import('./startAnvil.mjs'),
    import('./createRpc.mjs'),
    import('./prepareChain.mjs'),
    import('./startTraffic.mjs'),
    import('./startHardEndpoints.mjs'),
    import('./limitations.mjs'),
  ])
  const port = await reservePort(options.chainPort, { flag: '--chain-port', what: 'the chain', say })
  await port.release()
  const anvil = await startAnvil({ port: port.number, args: anvilFlags({ chainId, blocks }) })
  lifecycle.onEnd(anvil.stop)
  const gone = anvil.exited.then((code) => new Error(`anvil has ended unexpectedly, with code ${code}.`))
  void gone.then((error) => lifecycle.fail(error))
  /** The reason why a call failed: that anvil has ended, if it has. */
  const explain = async (reason) => Promise.race([gone, setTimeout(1000, reason, { ref: false })])

  const rpc = createRpc(anvil.http)
  lifecycle.onEnd(rpc.close)
  const showProgress = createProgress()
  const { contracts, transactions } = await prepareChain(rpc, {
    seed,
    blocks,
    onProgress: showProgress,
  }).catch(async (error) => {
    throw await explain(error)
  })
  say(`A local chain with ${blocks} blocks of history and ${transactions} transactions is ready.\n`)
  const stopTraffic = await startTraffic(rpc, {
    contracts,
    seed: seed + 1,
    blockTime,
    onError: async (error) => lifecycle.fail(await explain(error)),
  })
  lifecycle.onEnd(stopTraffic)
  const hard = await startHardEndpoints(anvil.http, { seed })
  lifecycle.onEnd(hard.stop)

  return {
    networks: [
      {
        chainId,
        name: 'Xone (local demo)',
        currency: { name: 'Xone', symbol: 'XOC', decimals: 18 },
        http: hard.http,
        webSocket: anvil.webSocket,
        finality: 32,
        dailyQuota,
      },
    ],
    contracts,
    hardMode: { control: hard.control, limitations },
    node: anvil.http,
  }
}

/** Shows progress: on one line of a terminal, else as a line at once and for each quarter. */
function createProgress() {
  let quarters = -1
  return ({ done, blocks }) => {
    const line = `Preparing the chain: block ${done} of ${blocks}`
    if (process.stdout.isTTY) process.stdout.write(`\r${line}${done === blocks ? '\n' : ''}`)
    else if (Math.floor((4 * done) / blocks) > quarters) {
      quarters = Math.floor((4 * done) / blocks)
      say(line)
    }
  }
}

function hosts({ http, webSocket }) {
  return [...new Set([...http, ...(webSocket ? [webSocket] : [])].map((url) => new URL(url).host))]
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const options = parseOptions(process.argv.slice(2))
    if (options.help) say(usage)
    else await start(options)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    complain(error)
    console.error(`\n${usage}`)
    process.exitCode = 2
  }
}
