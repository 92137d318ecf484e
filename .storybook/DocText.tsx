import { Markdown } from '@storybook/addon-docs/blocks'

interface DocTextProps {
  text: string
  /** Path of the text from the root of the project. */
  file: string
  /** Pages of this site by path. */
  links: Readonly<Record<string, string>>
}

function resolvePath(from: string, to: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of to.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** A Markdown file of the project. Links to its other pages lead to those of this site; links to sources become text. */
export function DocText({ text, file, links }: DocTextProps) {
  const linked = text.replaceAll(
    /\[([^\]]*)\]\((?!https?:)([^)\s]+)\)/g,
    (_, label: string, target: string) => {
      const [path = '', anchor] = target.split('#')
      const page = path === '' ? '' : links[resolvePath(file, path)]
      if (page === undefined) return label
      return page === '' ? `[${label}](#${anchor})` : `[${label}](${page})`
    },
  )
  return <Markdown>{linked}</Markdown>
}
