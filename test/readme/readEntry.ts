import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Resolved on import, because the current folder changes while examples run. */
export const sources = resolve('src')

/** The entries of the package, other than style sheets. */
export const entries = [
  'core',
  'node',
  'index',
  'components',
  'widget',
  'element',
  'embed',
  'devtools',
  'tanstack-db',
  'testing',
  'strings/de',
]

/** The exports of an entry: values, which exist at run time, and types. */
export function readEntry(name: string): { readonly values: string[]; readonly types: string[] } {
  const text = readFileSync(join(sources, `${name}.ts`), 'utf8')
  const values: string[] = []
  const types: string[] = []
  for (const [, type, list = ''] of text.matchAll(/^export (type )?\{([^}]*)\}/gm))
    (type ? types : values).push(
      ...list
        .split(',')
        .map((one) => one.trim())
        // A default export has a name of its own as well.
        .filter((one) => one !== '' && !one.endsWith(' as default')),
    )
  for (const [, name = ''] of text.matchAll(/^export (?:const|function|class) (\w+)/gm)) values.push(name)
  return { values, types }
}
