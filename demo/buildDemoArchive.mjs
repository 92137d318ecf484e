import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'viem'

/**
 * Builds an archive of the final blocks of a local chain, and serves it. Returns the URL of its manifest, and a function that
 * stops the server and removes the files.
 *
 * @param loadModule Loads a module of `src`.
 */
export async function buildDemoArchive(loadModule, { node, network, signal }) {
  const folder = await mkdtemp(join(tmpdir(), 'topic0-demo-archive-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const [{ defineNetwork, nodePool }, { buildArchive, serveArchive }] = await Promise.all([
      loadModule('src/core.ts'),
      loadModule('src/node.ts'),
    ])
    const { chainId, name, currency, finality } = network
    const rpcUrls = { default: { http: [node] } }
    // Reads the chain itself: the endpoints of the page have limits.
    const chain = defineNetwork(
      { id: chainId, name, nativeCurrency: currency, rpcUrls },
      { http: [node], finality },
    )
    const client = createClient({ chain, transport: nodePool(chain, { storage: null, channel: null }) })
    // Small files, so that the newest logs are cheaper to read from them than from the chain.
    await buildArchive(client, folder, { logsPerFile: 16_000, signal })
    const { manifest, close } = await serveArchive(folder)
    return {
      manifest,
      async stop() {
        await close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
