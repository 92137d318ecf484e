import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

interface DocPage {
  /** Path of the Markdown file from the root. */
  readonly file: string
  /** Its place in the sidebar. */
  readonly title: string
  readonly name: string
}

const root = resolve(import.meta.dirname, '..')
const folder = join(root, '.cache/docs')

function headingOf(file: string): string {
  const [, heading = basename(file, '.md')] = /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? []
  // A slash would open a folder in the sidebar.
  return heading.replaceAll('`', '').replaceAll('/', ' ')
}

/** Where a Markdown file belongs: a hook's page goes to its live example, the rest by folder. */
function placeOf(file: string): DocPage | undefined {
  const name = basename(file, '.md')
  if (!file.startsWith('docs/')) return { file, title: `Project/${headingOf(file)}`, name: 'Docs' }
  const [, room] = /^docs\/(\w+)\//.exec(file) ?? []
  // Storybook makes the tables of props itself.
  if (room === 'components') return undefined
  if (room === 'hooks' && /^use[A-Z]/.test(name)) return { file, title: `Hooks/${name}`, name: 'Reference' }
  if (room === 'errors')
    return { file, title: name === 'README' ? 'Errors/Overview' : `Errors/${headingOf(file)}`, name: 'Docs' }
  if (file === 'docs/README.md') return { file, title: 'Guides/Overview', name: 'Docs' }
  const group = room ? `Guides/${room[0]!.toUpperCase()}${room.slice(1)}` : 'Guides'
  return { file, title: `${group}/${headingOf(file)}`, name: 'Docs' }
}

/** The id that Storybook gives a title or a name. */
const toSlug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/**
 * Writes an MDX page for each Markdown file of the documentation, so that they are part of the site as they are.
 * Returns a glob of these pages.
 */
export function writeDocPages(): string {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
  const files = ['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...inDocs]
  const pages = files.flatMap((file) => {
    try {
      return placeOf(file) ?? []
    } catch {
      return []
    }
  })
  const links: Record<string, string> = Object.fromEntries(
    pages.map(({ file, title, name }) => [file, `?path=/docs/${toSlug(title)}--${toSlug(name)}`]),
  )
  for (const file of readdirSync(join(root, 'stories')).filter((one) => one.endsWith('.stories.tsx'))) {
    const code = readFileSync(join(root, 'stories', file), 'utf8')
    const [, title] = /^ {2}title: '(Components\/[^']+)'/m.exec(code) ?? []
    if (title) links[`docs/components/${basename(title)}.md`] = `?path=/docs/${toSlug(title)}--docs`
  }
  const written = new Map([['links.json', JSON.stringify(links)]])
  for (const { file, title, name } of pages)
    written.set(
      `${toSlug(file)}.mdx`,
      `import { Meta } from '@storybook/addon-docs/blocks'
import text from '${join(root, file)}?raw'
import { DocText } from '${join(root, '.storybook/DocText.tsx')}'
import links from './links.json'

<Meta title=${JSON.stringify(title)} name=${JSON.stringify(name)} />

<DocText text={text} file=${JSON.stringify(file)} links={links} />
`,
    )
  // Another Storybook may be reading them: what stays the same stays untouched.
  mkdirSync(folder, { recursive: true })
  const present = readdirSync(folder)
  for (const name of present) if (!written.has(name)) rmSync(join(folder, name), { force: true })
  for (const [name, text] of written)
    if (!present.includes(name) || readFileSync(join(folder, name), 'utf8') !== text)
      writeFileSync(join(folder, name), text)
  return '../.cache/docs/*.mdx'
}
