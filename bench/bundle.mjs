import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')

/**
 * Builds TypeScript as users of the package get it, for Node or for a page, and resolves to the file. Nothing is measured
 * through a development server.
 *
 * @param {string} entry relative to this folder
 * @param {{ browser?: boolean }} [options]
 */
export async function bundle(entry, { browser = false } = {}) {
  const outDir = mkdtempSync(join(root, 'node_modules', '.bench-'))
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      target: 'es2022',
      minify: false,
      ...(!browser && { ssr: join(import.meta.dirname, entry) }),
      ...(browser && {
        lib: { entry: join(import.meta.dirname, entry), formats: ['es'], fileName: 'bench' },
      }),
      // One file, for a page or a thread.
      rolldownOptions: { output: { entryFileNames: 'bench.mjs', codeSplitting: false } },
    },
    // viem is bundled too, so that it is compiled like our own code.
    ...(!browser && {
      ssr: { noExternal: ['viem'], external: ['@subsquid/evm-abi', '@subsquid/evm-codec'] },
    }),
  })
  return join(outDir, 'bench.mjs')
}

/**
 * Reads a script that a page requests: the bundle, or the Worker next to it.
 *
 * @param {string} file of {@link bundle}
 * @param {string | undefined} url
 */
export function readBundle(file, url) {
  const path = join(dirname(file), url ?? '')
  return /\.m?js$/.test(path) && existsSync(path) ? readFileSync(path) : undefined
}

/** @param {string} entry */
export async function load(entry) {
  return import(pathToFileURL(await bundle(entry)).href)
}
