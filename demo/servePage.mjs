import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const repository = fileURLToPath(new URL('..', import.meta.url))
const id = 'virtual:demo'

/**
 * Serves demo/index.html on a reserved port. The page imports `demo` from `virtual:demo`, and `/abis` serves the ABIs of `abi`,
 * which are watched. With `node`, an archive of the first network's final blocks is built; pages that load later use it.
 * Resolves to a function that stops everything.
 */
export async function servePage({ port, demo, abi, node }) {
  let feed
  let archive
  let manifest
  const ending = new AbortController()
  const plugin = {
    name: 'topic0:demo',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(loaded) {
      if (loaded !== `\0${id}`) return undefined
      const networks = demo.networks.map((network, at) =>
        at === 0 ? { ...network, archive: manifest } : network,
      )
      return `export const demo = ${JSON.stringify({ ...demo, networks })}`
    },
    configureServer(vite) {
      vite.middlewares.use('/abis', (_request, response) => feed?.serve(response))
    },
  }
  // As users of the package get it: React's checks for developers take most of the time of a page with live logs.
  process.env.NODE_ENV = 'production'
  const listeners = process.listeners('SIGTERM')
  const server = await createServer({
    configFile: false,
    root,
    cacheDir: `${repository}.cache/demo`,
    clearScreen: false,
    logLevel: 'warn',
    plugins: [react(), plugin],
    server: {
      host: '127.0.0.1',
      port: port.number,
      strictPort: true,
      fs: { allow: [repository] },
      warmup: { clientFiles: ['./main.tsx'] },
    },
  })
  // Vite's listeners would end the process before everything has stopped.
  for (const listener of process.listeners('SIGTERM'))
    if (!listeners.includes(listener)) process.off('SIGTERM', listener)
  if (abi.length > 0) {
    const { AbiFeed } = await server.ssrLoadModule(`${repository}src/cli/AbiFeed.ts`)
    feed = await AbiFeed.open(abi).catch(async (error) => {
      await server.close()
      throw error
    })
  }
  if (node !== undefined) {
    const { buildDemoArchive } = await import('./buildDemoArchive.mjs')
    const loadModule = (path) => server.ssrLoadModule(repository + path)
    const { signal } = ending
    archive = buildDemoArchive(loadModule, { node, network: demo.networks[0], signal }).catch((error) => {
      if (!signal.aborted) console.error(`The demo runs without an archive: ${error.message}`)
    })
    void archive.then((built) => {
      manifest = built?.manifest
      const loaded = server.moduleGraph.getModuleById(`\0${id}`)
      if (loaded) server.moduleGraph.invalidateModule(loaded)
    })
  }
  await port.release()
  await server.listen()
  return async () => {
    feed?.close()
    ending.abort()
    await (await archive)?.stop()
    await server.close()
  }
}
