import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
].filter((page) => existsSync(page))

/** Code in a page can look like a link or a path. */
const withoutCode = (text: string) => text.replaceAll(/^```[^]*?^```$/gm, '')

/** GitHub's anchor of each heading. */
function anchorsOf(page: string): string[] {
  const headings = withoutCode(readFileSync(page, 'utf8')).matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function declares(file: string, name: string): boolean {
  const declaration = new RegExp(`\\b(function\\*?|class|interface|type|const|let) ${name}\\b`)
  return declaration.test(readFileSync(file, 'utf8'))
}

function problemsOf(page: string): string[] {
  const text = withoutCode(readFileSync(page, 'utf8'))
  const links = [...text.matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)].flatMap(([, label = '', target = '']) => {
    if (/^[a-z]+:/.test(target)) return target.startsWith('https:') ? [] : [`${target} is no https: link`]
    const [path = '', anchor] = target.split('#')
    const file = path ? posix.join(dirname(page), path) : page
    if (!existsSync(file)) return [`${target} does not exist`]
    if (anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor))
      return [`${target} has no such heading`]
    const [, name] = /^`(\w+)`$/.exec(label) ?? []
    return name && /\.(ts|tsx)$/.test(file) && !declares(file, name) ? [`${file} declares no ${name}`] : []
  })
  const paths = [...text.matchAll(/`((?:src|test|stories|demo|bench|docs|\.ci|\.storybook)\/[\w./-]*)`/g)]
  return [...links, ...paths.flatMap(([, path = '']) => (existsSync(path) ? [] : [`${path} does not exist`]))]
}

describe('links, paths and declarations named in the documentation exist', () => {
  test.each(pages)('%s', (page) => {
    expect(problemsOf(page)).toEqual([])
  })
})
