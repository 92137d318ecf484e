// How Vite builds `<log-explorer>`.
import { resolve } from 'node:path'
import { normalizePath, type BuildEnvironmentOptions, type Plugin, type Rolldown } from 'vite'

/** `vite build --mode standalone`: the element in one minified classic script, for a frame that may load no modules. */
export const standalone: BuildEnvironmentOptions = {
  target: 'es2022',
  emptyOutDir: false,
  minify: true,
  lib: {
    formats: ['iife'],
    name: 'Topic0Element',
    entry: 'src/element.ts',
    fileName: () => 'element.standalone.js',
  },
  rolldownOptions: {
    output: {
      codeSplitting: false,
      // Servers that import it, to render a page with the element, have no `customElements`.
      postBanner: `if (typeof customElements !== 'undefined')`,
    },
  },
}

/** Each of these files is a chunk of the element, with its static imports that are not in a chunk before it. */
const elementChunks = [
  ['explorer', 'src/element.ts'],
  ['engine', 'src/query/engine.ts'],
].map(([name = '', file = '']) => ({ name, entry: normalizePath(resolve(file)), modules: new Set<string>() }))

/** The chunk of a module of the element; `null` leaves it to the bundler. */
function nameElementChunk(id: string, context: Pick<Rolldown.PluginContext, 'getModuleInfo'>) {
  for (const { entry, modules } of elementChunks) {
    if (modules.size > 0) continue
    // Imports are added while the set is read.
    modules.add(entry)
    for (const module of modules)
      for (const next of context.getModuleInfo(module)?.importedIds ?? []) modules.add(next)
  }
  return elementChunks.find(({ modules }) => modules.has(id))?.name ?? null
}

/** Writes `element.js`, a classic script or module that loads the chunks in `element/`. */
export const elementLoader: Plugin = {
  name: 'topic0:element-loader',
  generateBundle(_, bundle) {
    const [explorer, engine] = elementChunks.map(({ entry }) => {
      const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.moduleIds.includes(entry))
      if (!chunk) throw new Error(`No chunk has ${entry}.`)
      return `./${chunk.fileName}`
    })
    this.emitFile({
      type: 'asset',
      fileName: 'element.js',
      source: `// Defines <log-explorer>, with the files of the folder "element" next to this one.
if (typeof customElements !== 'undefined') {
  const base = document.currentScript?.src
  // Classic scripts of other origins cannot import relative to themselves.
  const load = (bundled, path) => bundled().catch((error) => {
    if (!base) throw error
    return import(/* @vite-ignore */ /* webpackIgnore: true */ new URL(path, base).href)
  })
  load(() => import('${explorer}'), '${explorer}')
  // Needed soon after. If this fails, the explorer loads it again and reports why it cannot.
  load(() => import('${engine}'), '${engine}').catch(() => {})
}
`,
    })
  },
}

/** `vite build --mode element`: the element in minified chunks, with all that it imports. */
export const element: BuildEnvironmentOptions = {
  target: 'es2022',
  emptyOutDir: false,
  minify: true,
  modulePreload: false,
  chunkSizeWarningLimit: 1_000,
  rolldownOptions: {
    input: 'src/element.ts',
    preserveEntrySignatures: false,
    output: {
      entryFileNames: 'element/[name]-[hash].js',
      chunkFileNames: 'element/[name]-[hash].js',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ debugName: 'element', name: nameElementChunk }],
      },
    },
  },
}
