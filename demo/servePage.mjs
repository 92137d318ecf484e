import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const repository = fileURLToPath(new URL('..', import.meta.url))
const id = 'virtual:demo'

/**
 * Serves demo/index.html on a reserved port, with `demo` as what the page imports from `virtual:demo` and the ABIs of `abi`, watched,
 * at `/abis`. Returns how to stop it.
 */
export async function servePage({ port, demo, abi }) {
  let feed
  const plugin = {
    name: 'topic0:demo',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (loaded) => (loaded === `\0${id}` ? `export const demo = ${JSON.stringify(demo)}` : undefined),
    configureServer(vite) {
      vite.middlewares.use('/abis', (_request, response) => feed?.serve(response))
    },
  }
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
  if (abi.length > 0) {
    const { createAbiFeed } = await server.ssrLoadModule(`${repository}src/cli/createAbiFeed.ts`)
    feed = await createAbiFeed(abi).catch(async (error) => {
      await server.close()
      throw error
    })
  }
  await port.release()
  await server.listen()
  return async () => {
    feed?.close()
    await server.close()
  }
}
