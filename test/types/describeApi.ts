import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>

/** A name and the declaration file it comes from. */
interface Symbol {
  readonly file: string
  readonly name: string
}

interface Declaration {
  readonly text: string
  /** Every identifier in it. */
  readonly names: ReadonlySet<string>
}

interface Module {
  readonly declarations: ReadonlyMap<string, readonly Declaration[]>
  readonly imports: ReadonlyMap<string, Symbol>
  readonly exports: ReadonlyMap<string, Symbol>
}

const modules = new Map<string, Module>()

const nameOf = (node: unknown) => String((node as Node)['name'] ?? (node as Node)['value'])

function identifiersIn(node: unknown, into = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return into
  if ('type' in node && node.type === 'Identifier') into.add(nameOf(node))
  for (const value of Object.values(node)) identifiersIn(value, into)
  return into
}

function declaredNames(declaration: Node): string[] {
  if (declaration.type !== 'VariableDeclaration') return [nameOf(declaration['id'])]
  return (declaration['declarations'] as Node[]).map(({ id }) => nameOf(id))
}

/** Reads a declaration file without comments, as TypeScript writes it. */
function readModule(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const code = readFileSync(file, 'utf8')
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const declarations = new Map<string, Declaration[]>()
  const imports = new Map<string, Symbol>()
  const exports = new Map<string, Symbol>()
  const resolved = (source: unknown) => {
    const path = String((source as Node)['value'])
    return path.startsWith('.') ? join(dirname(file), path.replace(/\.tsx?$/, '.d.ts')) : undefined
  }
  for (const statement of program.body as unknown as Node[]) {
    if (statement.type === 'ImportDeclaration') {
      const from = resolved(statement['source'])
      for (const one of statement['specifiers'] as Node[])
        if (from && one.type === 'ImportSpecifier')
          imports.set(nameOf(one['local']), { file: from, name: nameOf(one['imported']) })
      continue
    }
    const isExport = statement.type === 'ExportNamedDeclaration'
    const from = isExport && statement['source'] ? resolved(statement['source']) : undefined
    for (const one of isExport ? (statement['specifiers'] as Node[]) : []) {
      const [local, exported] = [nameOf(one['local']), nameOf(one['exported'])]
      exports.set(
        exported,
        from ? { file: from, name: local } : (imports.get(local) ?? { file, name: local }),
      )
    }
    const declaration = (isExport ? statement['declaration'] : statement) as Node | null
    if (!declaration?.['id'] && declaration?.type !== 'VariableDeclaration') continue
    const text = code.slice(declaration.start, declaration.end).replace(/^declare /, '')
    const names = identifiersIn(declaration)
    for (const name of declaredNames(declaration)) {
      declarations.set(name, [...(declarations.get(name) ?? []), { text, names }])
      if (isExport) exports.set(name, { file, name })
    }
  }
  const module = { declarations, imports, exports }
  modules.set(file, module)
  return module
}

const keyOf = ({ file, name }: Symbol) => `${file}#${name}`

/** Follows re-exports to the file that declares a name. */
function declaringSymbol(symbol: Symbol): Symbol {
  const { declarations, exports } = readModule(symbol.file)
  if (declarations.has(symbol.name)) return symbol
  const next = exports.get(symbol.name)
  if (!next) throw new Error(`${symbol.file} declares no ${symbol.name}`)
  return declaringSymbol(next)
}

/** Everything of ours that a declaration mentions. */
function mentioned({ file, name }: Symbol): Symbol[] {
  const { declarations, imports } = readModule(file)
  const names = new Set(declarations.get(name)?.flatMap((one) => [...one.names]))
  names.delete(name)
  return [...names].flatMap((one) => {
    const found = declarations.has(one) ? { file, name: one } : imports.get(one)
    return found ? [declaringSymbol(found)] : []
  })
}

const textOf = ({ file, name }: Symbol) =>
  readModule(file)
    .declarations.get(name)!
    .map(({ text }) => text)
    .join('\n')

/**
 * The public types of a folder of declarations as text: for each entry its exports in alphabetical order, then the types
 * these mention that nothing exports. What an earlier entry has described is named only.
 */
export function describeApi(folder: string, entries: readonly string[]): ReadonlyMap<string, string> {
  const describedBy = new Map<string, string>()
  const pages = entries.map((entry) => {
    const exported = [...readModule(join(folder, `${entry}.d.ts`)).exports]
      .map(([name, symbol]) => ({ name, symbol: declaringSymbol(symbol) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    return { entry, exported }
  })
  const isPublic = new Set(pages.flatMap(({ exported }) => exported.map(({ symbol }) => keyOf(symbol))))
  return new Map(
    pages.map(({ entry, exported }) => {
      const hidden = new Map<string, Symbol>()
      const visit = (symbol: Symbol) => {
        for (const next of mentioned(symbol)) {
          if (isPublic.has(keyOf(next)) || hidden.has(keyOf(next))) continue
          hidden.set(keyOf(next), next)
          visit(next)
        }
      }
      for (const { symbol } of exported) visit(symbol)
      const inner = [...hidden.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
      /** Declarations as text, after the names of those that an earlier entry has described. */
      const describe = (list: readonly { name: string; symbol: Symbol }[]) => {
        const before = list.flatMap(({ name, symbol }) => {
          const earlier = describedBy.get(keyOf(symbol))
          return earlier === undefined ? [] : [`${name}: as in ${earlier}`]
        })
        const own = list.filter(({ symbol }) => !describedBy.has(keyOf(symbol)))
        for (const { symbol } of own) describedBy.set(keyOf(symbol), entry)
        return [...(before.length > 0 ? [before.join('\n')] : []), ...own.map(({ symbol }) => textOf(symbol))]
      }
      const parts = [
        ...describe(exported),
        ...(inner.length > 0 ? ['// Not exported, but part of the types above'] : []),
        ...describe(inner.map((symbol) => ({ name: symbol.name, symbol }))),
      ]
      return [entry, `${parts.join('\n\n')}\n`]
    }),
  )
}
