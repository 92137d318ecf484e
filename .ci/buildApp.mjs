// Builds an app of a few lines with Vite, as a user of the package gets it, and measures it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const { exports: entries, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Matches imports of the peer dependencies. */
export const peers = new RegExp(`^(${Object.keys(peerDependencies).join('|')})(/|$)`)

/** Resolves `topic0` and its entries to the built package, and `app` to `code`. */
const appPlugin = (code) => ({
  name: 'topic0:app',
  resolveId(id) {
    if (id === 'app') return id
    const entry = /^topic0(?=\/|$)/.test(id) && entries[id.replace('topic0', '.')]
    return entry ? join(root, entry.default) : undefined
  },
  load: (id) => (id === 'app' ? code : undefined),
})

/** The chunks of an app that uses everything the import statements import, without what is `external`. */
export async function buildApp(statements, external = peers) {
  const used = [...statements.matchAll(/\{(.*?)\}|\* as (\w+)/g)].map(([, names, all]) => names ?? all)
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [appPlugin(`${statements}\nglobalThis.used = { ${used.join(', ')} }`)],
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: 'app', external },
    },
  })
  return output.flatMap((file) => {
    if (file.type === 'chunk') return file
    // Vite builds a Worker apart, with copies of what it shares with the page.
    const { fileName, source } = file
    return fileName.endsWith('.js') ? { fileName, code: String(source), modules: {}, imports: [] } : []
  })
}

export const gzippedSize = (text) => gzipSync(text, { level: 9 }).length

/** Gzipped bytes of the entry with its static imports, and of all chunks. */
export function measureChunks(chunks) {
  const first = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of first)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) first.add(chunk)
  const sum = (list) => list.reduce((bytes, { code }) => bytes + gzippedSize(code), 0)
  return { first: sum([...first]), total: sum(chunks) }
}
