import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { parseAst, transformWithOxc } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'

// The linter checks single imports, and no `import()`. These tests follow all that a file imports at run time, indirectly too.

const graph = new Map<string, string[]>()

function posix(path: string) {
  return path.split(sep).join('/')
}

function sources(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${posix(file)}`)
    .filter((file) => /\.tsx?$/.test(file))
}

async function importsOf(file: string): Promise<string[]> {
  // Types are gone after this, and imports of nothing but types with them.
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file, { sourcemap: false })
  const found: string[] = []
  JSON.stringify(parseAst(code), (_key, node: unknown) => {
    const { type, source } = (node ?? {}) as { type?: string; source?: { value?: unknown } | null }
    const imports = type === 'ImportDeclaration' || type === 'ImportExpression' || type?.startsWith('Export')
    if (imports && typeof source?.value === 'string') found.push(source.value)
    return typeof node === 'bigint' ? String(node) : node
  })
  return found.map((id) => (id.startsWith('.') ? posix(join(dirname(file), id)) : id))
}

/** Everything `file` pulls in, itself included. */
function reach(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const next of graph.get(file) ?? []) reach(next, seen)
  return seen
}

function layerOf(file: string): string {
  return /^src\/([^/.]+)/.exec(file)?.[1] ?? ''
}

beforeAll(async () => {
  await Promise.all(sources().map(async (file) => graph.set(file, await importsOf(file))))
})

const below: Record<string, string[]> = {
  errors: ['errors'],
  base: ['errors', 'base'],
  rpc: ['errors', 'base', 'rpc'],
  logs: ['errors', 'base', 'rpc', 'logs'],
  query: ['errors', 'base', 'rpc', 'logs', 'query'],
  react: ['react'],
  hooks: ['errors', 'base', 'rpc', 'logs', 'query', 'react', 'hooks'],
  components: ['errors', 'base', 'logs', 'react', 'components'],
  devtools: ['errors', 'base', 'rpc', 'logs', 'query', 'react', 'hooks', 'components', 'devtools'],
  core: ['core', 'errors', 'base', 'rpc', 'logs'],
  index: ['index', 'errors', 'base', 'rpc', 'logs', 'query', 'react', 'hooks'],
}

describe('the imports of a layer', () => {
  test.each(Object.keys(below))('%s reaches only layers below it', (layer) => {
    const strays = [...graph.keys()]
      .filter((file) => layerOf(file) === layer)
      .flatMap((file) =>
        [...reach(file)]
          .filter((other) => other.startsWith('src/') && !below[layer]?.includes(layerOf(other)))
          .map((other) => `${file} reaches ${other}`),
      )
    expect(strays).toEqual([])
  })

  test.each(['errors', 'base', 'rpc', 'logs', 'core'])('%s needs no React', (layer) => {
    const strays = [...graph.keys()]
      .filter((file) => layerOf(file) === layer)
      .flatMap((file) =>
        [...reach(file)]
          .filter((other) => /^(react|react-dom|@tanstack\/react-.*|wagmi)(\/|$)/.test(other))
          .map((other) => `${file} reaches ${other}`),
      )
    expect(strays).toEqual([])
  })

  test('the graph is of these sources', () => {
    expect(reach('src/rpc/networks/xone.ts')).toContain('src/rpc/networks/createNetwork.ts')
    expect([...reach('src/rpc/pool/nodePool.ts')].some((id) => id.startsWith('viem'))).toBe(true)
  })
})

describe('a file that runs in the browser only', () => {
  const usesReactState = /\buse[A-Z]\w*\(|createContext\(/

  test("says 'use client' if it is a hook or a component with state, and not otherwise", () => {
    const wrong = sources().filter((file) => {
      const code = readFileSync(file, 'utf8')
      const says = /^(\s|\/\/.*\n|\/\*[\s\S]*?\*\/)*['"]use client['"]/.test(code)
      const server = ['errors', 'base', 'rpc', 'logs', 'query', 'core'].includes(layerOf(file))
      return server
        ? says
        : /\.tsx?$/.test(file) && usesReactState.test(code) && file.split('/').length > 2 && !says
    })
    expect(wrong).toEqual([])
  })
})
