// Deletes the declarations that no entry of the package imports, directly or not: TypeScript writes one for every file of
// `src`.
import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The absolute paths of `entries` and of all declarations that they import, directly or not. */
export function reachableDeclarations(entries) {
  const found = new Set()
  const open = entries.map((entry) => resolve(entry))
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, specifier] of text.matchAll(/\b(?:from|import)\s*\(?\s*["'](\.[^"']+)\.(?:[jt]sx?)["']/g))
      open.push(resolve(dirname(file), `${specifier}.d.ts`))
  }
  return found
}

/** Deletes the other declarations below `folder`, then empty folders. */
export function pruneDeclarations(folder, entries) {
  const kept = reachableDeclarations(entries)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of names) {
    const file = join(folder, name)
    if (name.endsWith('.d.ts') && !kept.has(resolve(file))) rmSync(file)
  }
  // The deepest folders first.
  for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .sort((a, b) => join(b.parentPath, b.name).length - join(a.parentPath, a.name).length)) {
    const directory = join(parentPath, name)
    if (readdirSync(directory).length === 0) rmdirSync(directory)
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entries = Object.values(exports).flatMap(({ types }) => (types ? [join(root, types)] : []))
  pruneDeclarations(join(root, 'dist'), entries)
}
